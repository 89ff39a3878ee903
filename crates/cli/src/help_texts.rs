//! The help texts of the commands, English and French. The English ones are the doc comments
//! of the commands and their options; a test finds each that is missing here.

use plateau_console::help::HelpTexts;

/// The help texts of all commands.
pub const TEXTS: HelpTexts = &[
    // plateau
    (
        "Play, solve, explain and referee classic two-player board games",
        "Jouer, résoudre, expliquer et arbitrer des jeux de plateau classiques à deux",
    ),
    (
        "Without a command, plateau runs `serve`, whose options are listed below.",
        "Sans commande, plateau lance `serve`, dont les options figurent plus bas.",
    ),
    (
        "Game, with options after a colon; `plateau games` lists them",
        "Jeu, avec ses options après un deux-points ; `plateau games` en donne la liste",
    ),
    (
        "Take the game from a file that play --save wrote; GAME can be left out",
        "Prendre la partie dans un fichier écrit par play --save ; JEU est alors facultatif",
    ),
    ("List the legal moves however many there are", "Lister les coups légaux, quel que soit leur nombre"),
    // serve
    ("Play, watch and analyse in the browser", "Jouer, regarder et analyser dans le navigateur"),
    (
        "Prints the address of the page and serves it until Ctrl-C. Games are stored and continue after a restart. This is also what `plateau` does without a command.",
        "Affiche l'adresse de la page et la sert jusqu'à Ctrl-C. Les parties sont enregistrées et continuent après un redémarrage. C'est aussi ce que fait `plateau` sans commande.",
    ),
    (
        "Address to listen on: localhost, or 0.0.0.0 to accept other machines [default: 127.0.0.1]",
        "Adresse d'écoute : localhost, ou 0.0.0.0 pour accepter d'autres machines [par défaut : 127.0.0.1]",
    ),
    (
        "Port to listen on; 0 chooses a free one [default: 7878]",
        "Port d'écoute ; 0 en choisit un libre [par défaut : 7878]",
    ),
    (
        "Directory for the games [default: plateau in the XDG data directory]",
        "Dossier des parties [par défaut : plateau dans le dossier de données XDG]",
    ),
    (
        "Tournament database to show at /tournament, also while it is being played",
        "Base de données d'un tournoi à montrer sur /tournament, aussi pendant qu'il se joue",
    ),
    (
        "Host name of the server, such as that of a proxy in front of it; can be repeated",
        "Nom d'hôte du serveur, par exemple celui d'un proxy devant lui ; option répétable",
    ),
    (
        "Take the address of clients from the proxy in front, which runs on this machine",
        "Prendre l'adresse des clients dans ce que dit le proxy placé devant, sur cette machine",
    ),
    (
        "Code that people must enter to create games and to run engines",
        "Code à saisir pour créer des parties et lancer des moteurs",
    ),
    ("Let other machines read /metrics", "Permettre à d'autres machines de lire /metrics"),
    ("What to log on standard error", "Ce qui est journalisé sur la sortie d'erreur"),
    ("Only what an operator must look at", "Seulement ce qui demande une intervention"),
    ("Also changes of games", "Aussi les changements des parties"),
    ("Also each request", "Aussi chaque requête"),
    ("How to log", "Format du journal"),
    ("One line of text per event", "Une ligne de texte par événement"),
    ("One JSON object per line", "Un objet JSON par ligne"),
    ("File with settings; options come before them", "Fichier de réglages ; les options l'emportent"),
    ("LEVEL", "NIVEAU"),
    ("Open the page in a browser", "Ouvrir la page dans un navigateur"),
    // admin
    (
        "List, end or delete the games of a running server",
        "Lister, terminer ou supprimer les parties d'un serveur en marche",
    ),
    (
        "The server is found through its directory, whose owner may administer it.",
        "Le serveur est trouvé par son dossier, dont le propriétaire peut l'administrer.",
    ),
    ("What to do with games", "Que faire des parties"),
    ("Id of the game, to end or to delete it", "Identifiant de la partie à terminer ou à supprimer"),
    ("List the games, the latest change first", "Lister les parties, le dernier changement d'abord"),
    ("Delete a game", "Supprimer une partie"),
    ("End a game as a draw", "Terminer une partie par une nulle"),
    ("ID", "ID"),
    // db
    (
        "Back up the games of a server, also while it runs",
        "Sauvegarder les parties d'un serveur, même en marche",
    ),
    (
        "Writes a copy of the database of games to a new file. To restore it, stop the server, delete games.sqlite-wal and games.sqlite-shm in its directory, and put the file in the place of games.sqlite.",
        "Écrit une copie de la base des parties dans un nouveau fichier. Pour la restaurer, arrêtez le serveur, supprimez games.sqlite-wal et games.sqlite-shm dans son dossier, et mettez le fichier à la place de games.sqlite.",
    ),
    ("ACTION", "ACTION"),
    ("What to do", "Que faire"),
    ("Copy the database to a new file", "Copier la base dans un nouveau fichier"),
    ("File to write", "Fichier à écrire"),
    (
        "Directory of the games [default: that of plateau serve]",
        "Dossier des parties [par défaut : celui de plateau serve]",
    ),
    // games
    ("List the games with their names and options", "Lister les jeux avec leurs noms et leurs options"),
    // show
    ("Show a board with its legal moves", "Afficher un plateau et ses coups légaux"),
    (
        "The last move is in brackets, and winning lines are in capitals; a grid that is won is one large letter. Grids to play in, and those of a winning line, are framed with #.",
        "Le dernier coup est entre parenthèses et les alignements gagnants sont en majuscules ; une grille gagnée est une grande lettre. Les grilles où l'on peut jouer, et celles d'un alignement gagnant, sont encadrées par des #.",
    ),
    (
        "Draw a picture in this format [default: that of the file name]",
        "Dessiner une image dans ce format [par défaut : celui du nom du fichier]",
    ),
    (
        "Write the picture to a file: board.svg, .png or .dot",
        "Écrire l'image dans un fichier : board.svg, .png ou .dot",
    ),
    ("Draw the picture for a dark page", "Dessiner l'image pour une page sombre"),
    ("Draw the picture in flat blue and vermilion", "Dessiner l'image en aplats de bleu et de vermillon"),
    // play
    ("Play a game at the terminal", "Jouer une partie au terminal"),
    (
        "Uses the full screen, with mouse and keys, or a prompt where input or output is not a terminal. At the prompt, type moves, or `help` for the other commands. On a terminal, a menu offers the games if you name none.",
        "Utilise tout l'écran, avec la souris et le clavier, ou une invite si l'entrée ou la sortie n'est pas un terminal. À l'invite, tapez des coups, ou `aide` pour les autres commandes. Dans un terminal, un menu propose les jeux si vous n'en nommez aucun.",
    ),
    (
        "Player of x, or black: human, an engine such as best or level:3, or a program as PROTOCOL!COMMAND, quoted: 'oneshot!python3 bot.py'",
        "Joueur des x, ou des Noirs : human, un moteur comme best ou level:3, ou un programme sous la forme PROTOCOLE!COMMANDE, entre guillemets : 'oneshot!python3 bot.py'",
    ),
    ("Ask for the size and the other options of the game", "Demander la taille et les autres options du jeu"),
    ("Player of o, or white", "Joueur des o, ou des Blancs"),
    (
        "Time per engine move: 500ms, 1s, 2m, or a number of seconds",
        "Temps par coup d'un moteur : 500ms, 1s, 2m, ou un nombre de secondes",
    ),
    (
        "Time control: base time + increment, such as 15m+30s",
        "Cadence : temps de base + incrément, par exemple 15m+30s",
    ),
    ("Depth limit of engines in plies", "Profondeur maximale des moteurs en demi-coups"),
    ("Node limit of engines per move", "Nombre maximal de nœuds par coup d'un moteur"),
    (
        "Seed of randomised engines; equal seeds give equal games [default: random]",
        "Graine des moteurs aléatoires ; une même graine redonne la même partie [par défaut : au hasard]",
    ),
    ("Use the prompt on a terminal, too", "Utiliser l'invite même dans un terminal"),
    (
        "Save the game to this file after each move, and resume it if it exists",
        "Enregistrer la partie dans ce fichier après chaque coup, et la reprendre s'il existe",
    ),
    // best
    ("Find the best move", "Trouver le meilleur coup"),
    (
        "Searches for one second by default. Ctrl-C stops the search and prints the best move so far; the exit code is 130.",
        "Cherche pendant une seconde par défaut. Ctrl-C arrête la recherche et affiche le meilleur coup trouvé ; le code de sortie est 130.",
    ),
    // analyse
    ("Evaluate every legal move", "Évaluer chaque coup légal"),
    (
        "Searches for five seconds by default, less if all values are proven. Ctrl-C stops the search and prints what was found; the exit code is 130.",
        "Cherche pendant cinq secondes par défaut, moins si toutes les valeurs sont prouvées. Ctrl-C arrête la recherche et affiche ce qui a été trouvé ; le code de sortie est 130.",
    ),
    (
        "With --load, reviews each move of the game: its value, what was better, whether it was an inaccuracy (?!), a mistake (?) or a blunder (??), and the accuracy of both sides. It takes about twelve seconds at most; limits, if given, are those of each move.",
        "Avec --load, analyse chaque coup de la partie : sa valeur, ce qui était mieux, si c'était une imprécision (?!), une erreur (?) ou une gaffe (??), et la précision des deux camps. L'analyse prend douze secondes environ au plus ; les limites indiquées sont celles de chaque coup.",
    ),
    // eval
    ("Show what an evaluator sees, term by term", "Montrer ce que voit un évaluateur, terme par terme"),
    (
        "Lists the terms that add up to the value of the position at a leaf of a search, and draws values on the board where they belong to cells or grids. Nothing is searched. An evaluator that looks at the last moves gets those of --moves.",
        "Énumère les termes dont la somme est la valeur de la position à une feuille de la recherche, et dessine sur le plateau les valeurs des cases ou des grilles. Rien n'est exploré. Un évaluateur qui regarde les derniers coups reçoit ceux de --moves.",
    ),
    (
        "Evaluator; `plateau engines GAME` lists them [default: the strongest]",
        "Évaluateur ; `plateau engines JEU` en donne la liste [par défaut : le plus fort]",
    ),
    // engines
    (
        "List the engines, evaluators and levels of a game",
        "Lister les moteurs, les évaluateurs et les niveaux d'un jeu",
    ),
    (
        "Each with a sentence and an example that `--engine`, and the players of `play` and `match`, accept.",
        "Chacun avec une phrase et un exemple qu'acceptent `--engine` et les joueurs de `play` et de `match`.",
    ),
    // solve
    ("Prove the value of a position", "Prouver la valeur d'une position"),
    (
        "Runs until the value is proven if no limit is given, which takes forever in large games. Ctrl-C stops the search and prints what was found; the exit code is 130.",
        "Sans limite, cherche jusqu'à ce que la valeur soit prouvée, ce qui ne finit jamais dans les grands jeux. Ctrl-C arrête la recherche et affiche ce qui a été trouvé ; le code de sortie est 130.",
    ),
    (
        "Prove only win, loss or draw, not the distance: faster in games with their own solver",
        "Prouver seulement le gain, la perte ou la nulle, pas la distance : plus rapide dans les jeux qui ont leur propre solveur",
    ),
    // best, analyse and solve
    (
        "Time limit: 500ms, 1s, 2m, or a number of seconds",
        "Temps maximal : 500ms, 1s, 2m, ou un nombre de secondes",
    ),
    ("Depth limit in plies", "Profondeur maximale en demi-coups"),
    ("Node limit", "Nombre maximal de nœuds"),
    (
        "Engine: best, level:3, alphabeta:depth=6,eval=baseline, minimax:depth=4, random:seed=1 …",
        "Moteur : best, level:3, alphabeta:depth=6,eval=baseline, minimax:depth=4, random:seed=1 …",
    ),
    ("Number of search threads", "Nombre de fils de recherche"),
    ("Size of the transposition table in megabytes", "Taille de la table de transposition en mégaoctets"),
    ("Print JSON", "Afficher du JSON"),
    // tree
    (
        "Draw the tree that minimax, negamax or alpha-beta searches",
        "Dessiner l'arbre que parcourt minimax, negamax ou alpha-bêta",
    ),
    (
        "Every node shows its board and its value; colour and shape show the side to move, and edges are moves. The principal variation is highlighted, and for alpha-beta the windows and cuts. Prints the node counts of minimax and alpha-beta to standard error.",
        "Chaque nœud montre son plateau et sa valeur ; la couleur et la forme indiquent le trait, et les arêtes sont les coups. La variante principale est mise en évidence, ainsi que les fenêtres et les coupures d'alpha-bêta. Le nombre de nœuds de minimax et d'alpha-bêta s'affiche sur la sortie d'erreur.",
    ),
    // match
    ("Play a match between two players", "Jouer un match entre deux joueurs"),
    (
        "Games come in pairs from the same opening, with sides swapped. Prints the score, the difference in Elo with its 95 % interval, the likelihood that the first player is stronger, and the time and faults of each player. Ctrl-C ends the match with the games played so far; the exit code is 130.",
        "Les parties se jouent par paires à partir de la même ouverture, en inversant les camps. Affiche le score, la différence d'Elo avec son intervalle à 95 %, la vraisemblance que le premier joueur soit plus fort, ainsi que le temps et les fautes de chaque joueur. Ctrl-C termine le match avec les parties déjà jouées ; le code de sortie est 130.",
    ),
    (
        "First player: an engine such as level:3, human, or a program as PROTOCOL!COMMAND, quoted: 'oneshot!python3 bot.py'",
        "Premier joueur : un moteur comme level:3, human, ou un programme sous la forme PROTOCOLE!COMMANDE, entre guillemets : 'oneshot!python3 bot.py'",
    ),
    ("Second player", "Second joueur"),
    ("Number of games, even", "Nombre de parties, pair"),
    (
        "Time control: base time + increment, such as 15m+30s [default: 1m+1s]",
        "Cadence : temps de base + incrément, par exemple 15m+30s [par défaut : 1m+1s]",
    ),
    ("Time per move: 500ms, 1s", "Temps par coup : 500ms, 1s"),
    ("Node limit per move", "Nombre maximal de nœuds par coup"),
    (
        "Grace time beyond a player's limit before it loses on time",
        "Délai de grâce après la limite d'un joueur avant qu'il perde au temps",
    ),
    (
        "Limit of the address space of each program in megabytes [default: none]",
        "Limite de l'espace d'adressage de chaque programme en mégaoctets [par défaut : aucune]",
    ),
    ("End games as soon as their result is proven", "Finir les parties dès que leur résultat est prouvé"),
    (
        "Keep programs running between games, if their protocol supports it",
        "Garder les programmes en marche entre les parties, si leur protocole le permet",
    ),
    (
        "Openings of the pairs: random:plies=4, or a file with the moves of one opening per line",
        "Ouvertures des paires : random:plies=4, ou un fichier avec les coups d'une ouverture par ligne",
    ),
    ("Number of games at once", "Nombre de parties à la fois"),
    (
        "Seed of openings and randomised engines; equal seeds give equal games",
        "Graine des ouvertures et des moteurs aléatoires ; une même graine redonne les mêmes parties",
    ),
    (
        "Stop when a sequential probability ratio test is decided: elo0=0,elo1=10[,alpha=0.05,beta=0.05]",
        "Arrêter quand un test séquentiel (SPRT) est décidé : elo0=0,elo1=10[,alpha=0.05,beta=0.05]",
    ),
    ("Database for the games", "Base de données des parties"),
    ("Continue what the database holds", "Continuer ce que contient la base de données"),
    (
        "Write report.html, games.json or games.txt at the end; can be repeated",
        "Écrire report.html, games.json ou games.txt à la fin ; peut être répété",
    ),
    // tournament
    ("Play a tournament described by a file", "Jouer un tournoi décrit par un fichier"),
    (
        "Round robin, gauntlet, Swiss or knock-out. Every game is stored in a database before it counts: however the program ends, --resume continues without losing or repeating a game. Prints the standings with Elo ratings and their 95 % errors, the crosstable and all head-to-head results.",
        "Toutes rondes, gauntlet, système suisse ou élimination directe. Chaque partie est enregistrée dans une base de données avant de compter : quelle que soit la fin du programme, --resume continue sans perdre ni répéter une partie. Affiche le classement avec les Elo et leurs erreurs à 95 %, le tableau croisé et toutes les confrontations directes.",
    ),
    ("Tournament file, in TOML", "Fichier du tournoi, en TOML"),
    ("Print a tournament file to start from", "Afficher un fichier de tournoi pour commencer"),
    (
        "Database for the games [default: the tournament file with the extension .sqlite]",
        "Base de données des parties [par défaut : le fichier du tournoi avec l'extension .sqlite]",
    ),
    ("Print JSON, with all games", "Afficher du JSON, avec toutes les parties"),
    // train
    (
        "Learn an evaluation of a game by self-play",
        "Apprendre une évaluation d'un jeu en jouant contre soi-même",
    ),
    (
        "The engine plays games against itself, fits a small net to them, and continues with the new net if it wins a match against the previous one. Engines use the file as an evaluator: --engine alphabeta:eval=FILE. The same seed and number of generations give the same file, whatever the threads and interruptions.",
        "Le moteur joue des parties contre lui-même, y ajuste un petit réseau et continue avec le nouveau s'il gagne un match contre le précédent. Les moteurs utilisent le fichier comme évaluateur : --engine alphabeta:eval=FICHIER. La même graine et le même nombre de générations donnent le même fichier, quels que soient les fils d'exécution et les interruptions.",
    ),
    ("File for the net", "Fichier du réseau"),
    ("Seed of all random choices", "Graine de tous les choix aléatoires"),
    (
        "Minutes to train [default: 20, unless --generations is given]",
        "Durée de l'apprentissage en minutes [par défaut : 20, sauf avec --generations]",
    ),
    ("Number of generations", "Nombre de générations"),
    ("Nodes per move of self-play", "Nœuds par coup des parties jouées"),
    ("Games per generation", "Parties par génération"),
    (
        "Number of threads [default: one for each processor]",
        "Nombre de fils d'exécution [par défaut : un par processeur]",
    ),
    (
        "Numbers per pattern: 1 for a table of weights, 16, 32 or 64 for a net",
        "Nombres par motif : 1 pour une table de poids, 16, 32 ou 64 pour un réseau",
    ),
    (
        "Continue the training that FILE.partial holds, if there is one",
        "Continuer l'apprentissage que contient FICHIER.partial, s'il y en a un",
    ),
    (
        "Games to begin with: database of a tournament or of a server, or collection in a format of the game; can be repeated",
        "Parties pour commencer : base de données d'un tournoi ou d'un serveur, ou recueil dans un format du jeu ; option répétable",
    ),
    (
        "Evaluator whose games the first generation learns from, instead of random ones",
        "Évaluation dont les parties servent à la première génération, à la place de parties au hasard",
    ),
    (
        "Measure the strength against the levels, and write it as curve.html",
        "Mesurer la force contre les niveaux, et l'écrire dans curve.html",
    ),
    // perft
    (
        "Count the move sequences of a given length (perft)",
        "Compter les suites de coups d'une longueur donnée (perft)",
    ),
    (
        "Games that end earlier are not counted, and repetitions do not end a game. Published counts show whether the rules are right.",
        "Les parties qui finissent plus tôt ne sont pas comptées, et une répétition ne finit pas la partie. Des nombres publiés montrent si les règles sont justes.",
    ),
    ("Length of the sequences, from 0 to 99", "Longueur des suites, de 0 à 99"),
    ("Print the count below each move, too", "Afficher aussi le nombre de suites après chaque coup"),
    // bench
    (
        "Run a fixed workload; the node count shows whether the search has changed",
        "Exécuter un travail fixe ; le nombre de nœuds montre si la recherche a changé",
    ),
    // engine
    (
        "Run an engine that other programs drive by UGI",
        "Lancer un moteur que d'autres programmes pilotent par UGI",
    ),
    (
        "Speaks the Universal Game Interface on standard input and output, for every game: `ugi`, `isready`, `setoption name Game value othello`, `position startpos moves …`, `go movetime 1000`, `stop`, `query result`, `quit`. Moves are written without spaces: 52 for 5 2. The words of the protocol are English; --lang applies to errors, which are sent as `info string`.",
        "Parle l'Universal Game Interface sur l'entrée et la sortie standard, pour chaque jeu : `ugi`, `isready`, `setoption name Game value othello`, `position startpos moves …`, `go movetime 1000`, `stop`, `query result`, `quit`. Les coups s'écrivent sans espaces : 52 pour 5 2. Les mots du protocole sont anglais ; --lang s'applique aux erreurs, envoyées comme `info string`.",
    ),
    (
        "Game, until the UGI option Game changes it [default: the first of `plateau games`]",
        "Jeu, jusqu'à ce que l'option UGI Game le change [par défaut : le premier de `plateau games`]",
    ),
    (
        "Engine: best, level:3, alphabeta:depth=6,eval=baseline, mcts:seed=1 …",
        "Moteur : best, level:3, alphabeta:depth=6,eval=baseline, mcts:seed=1 …",
    ),
    // check-bot
    (
        "Check that a bot speaks its protocol, and explain what is wrong",
        "Vérifier qu'un bot parle son protocole, et expliquer ce qui ne va pas",
    ),
    (
        "Asks the bot for moves at the start, in the middle and at the end of games, for forced moves, and with little time. Reports the first mistake: what was sent, what came back, what was expected, and the likely cause. The exit code is 0 for a correct bot, 1 otherwise.",
        "Demande des coups au bot au début, au milieu et à la fin de parties, des coups forcés, et avec peu de temps. Signale la première erreur : ce qui a été envoyé, ce qui est revenu, ce qui était attendu, et la cause probable. Le code de sortie est 0 pour un bot correct, 1 sinon.",
    ),
    (
        "Bot as PROTOCOL!COMMAND, quoted: 'oneshot!python3 bot.py' (PROTOCOL: ugi, oneshot, codingame, gomocup, gtp or nboard)",
        "Bot sous la forme PROTOCOLE!COMMANDE, entre guillemets : 'oneshot!python3 bot.py' (PROTOCOLE : ugi, oneshot, codingame, gomocup, gtp ou nboard)",
    ),
    ("Time per move; one move gets a tenth of it", "Temps par coup ; un des coups n'en reçoit qu'un dixième"),
    ("Time limit for the start of the bot", "Temps maximal pour le démarrage du bot"),
    // completions
    ("Print a completion script for a shell", "Afficher un script de complétion pour un shell"),
    (
        "The script covers all programs, to be loaded when the shell starts, or one program, for shells that keep each in a file, as zsh and fish do.",
        "Le script couvre tous les programmes, à charger au démarrage du shell, ou un seul, pour les shells qui gardent chacun dans un fichier, comme zsh et fish.",
    ),
    ("Shell", "Shell"),
    ("Program [default: all]", "Programme [par défaut : tous]"),
    // man
    ("Write the manual pages of all programs", "Écrire les pages de manuel de tous les programmes"),
    (
        "Writes one page for each program and each command of plateau. Where `man` searches ~/.local/share/man, write them to ~/.local/share/man/man1; those in French, which --lang fr writes, to ~/.local/share/man/fr/man1.",
        "Écrit une page pour chaque programme et chaque commande de plateau. Là où `man` cherche dans ~/.local/share/man, écrivez-les dans ~/.local/share/man/man1 ; celles en français, avec --lang fr, dans ~/.local/share/man/fr/man1.",
    ),
    ("Directory for the pages, created if it does not exist", "Dossier des pages, créé s'il n'existe pas"),
];
