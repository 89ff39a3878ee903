//! Pictures of search trees, for `plateau tree` and `tttree`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use plateau_core::text::Argument;
use plateau_core::{Lang, Layout, Message};
use plateau_draw::png::{self, Png};
use plateau_draw::tree::{self, MAX_DRAWN_NODES, TreePicture};
use plateau_games::{AnyRecord, AnyTree, AnyVariant, TreeError, TreeOptions};
use plateau_play::ReportedError;
use plateau_search::Stop;
use plateau_search::textbook::Algorithm;

use crate::args::{depth, whole_number};
use crate::files::{can_write, is_standard_output};
use crate::language::OutputLanguage;
use crate::output::{Output, WriteFn, cannot_write};
use crate::phrases;
use crate::picture::{self, Format};
use crate::progress::{JobSize, Progress};

/// The largest tree that is built, in nodes.
const MAX_NODES: usize = 1_000_000;

/// The widest picture that a PNG shows at half its size or more, in pixels.
const MAX_PNG_WIDTH: f32 = png::MAX_SIDE * 2.0;

/// The options that say how a tree is searched and drawn.
#[derive(Debug, Args)]
pub struct TreeArgs {
    /// Search algorithm; those with alpha-beta also show windows and cuts
    #[arg(long, default_value = Algorithm::Minimax.name(), value_parser = algorithm_parser())]
    algorithm: Algorithm,
    /// Depth limit in plies [default: to the end of every game]
    #[arg(long, value_parser = depth)]
    depth: Option<u32>,
    /// Evaluation of positions at the depth limit, such as baseline [default: none]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Draw at most this many nodes, those nearest the root [default: dot all, svg and html
    /// 20,000, png as many as fit in 32,000 pixels]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole_number(text, &(1..=u64::MAX)))]
    max_nodes: Option<u64>,
    /// Draw at most this many moves of each position, the best ones
    #[arg(long, value_name = "N", value_parser = |text: &str| whole_number(text, &(1..=u16::MAX)))]
    breadth: Option<u16>,
    /// Draw one of several symmetric moves, with their number
    #[arg(long)]
    fold: bool,
    /// Picture format [default: that of the file name, or dot]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to a file instead of standard output: tree.dot, .svg, .png or .html
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Returns a parser of `--algorithm`.
fn algorithm_parser() -> impl TypedValueParser<Value = Algorithm> {
    let values = Algorithm::ALL.map(|algorithm| {
        PossibleValue::new(algorithm.name()).help(match algorithm {
            Algorithm::Minimax => "Values for the first player, who maximises",
            Algorithm::Negamax => "Values for the side to move",
            Algorithm::AlphaBeta => "Minimax with alpha-beta pruning",
            Algorithm::NegamaxAlphaBeta => "Negamax with alpha-beta pruning",
        })
    });
    // The first parser accepts these names only.
    PossibleValuesParser::new(values).map(|name| {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name).unwrap_or(Algorithm::Minimax)
    })
}

impl TreeArgs {
    /// Draws the tree of a position. Searches nothing if the file cannot be written.
    pub fn draw(
        self,
        variant: &dyn AnyVariant,
        record: &dyn AnyRecord,
        language: OutputLanguage,
    ) -> Result<Output, ReportedError> {
        let format = picture::choose_format(self.format, self.output.as_deref(), &Format::ALL)?;
        if let Some(path) = self.output.as_ref().filter(|path| !is_standard_output(path))
            && let Err(error) = can_write(path)
        {
            return Err(cannot_write(path, &error));
        }
        let algorithm = self.algorithm;
        let progress = Progress::new(JobSize::Unknown, language.lang);
        let tree = self.search(record, algorithm).map_err(|error| match error {
            TreeError::Invalid(message) => message,
            // It is never stopped: Ctrl-C ends the program.
            TreeError::TooLarge | TreeError::Stopped => {
                phrases::TREE_TOO_LARGE.message().with("limit", Argument::Count(MAX_NODES))
            }
        })?;
        let mut other = self.search(record, algorithm.counterpart()).ok();
        drop(progress);
        let mut notes = vec![counts(tree.as_ref(), other.as_deref())];
        if format != Format::Html {
            other = None;
        }
        let most = self.max_nodes.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        let mut drawing = Drawing {
            format,
            trees: [Some(tree), other].into_iter().flatten().collect(),
            layout: variant.layout().clone(),
            title: format!("{} {}", variant.name(), record.position_text()),
            lang: if format == Format::Dot { language.for_programs() } else { language.lang },
            limit: if format == Format::Dot { most } else { most.min(MAX_DRAWN_NODES) },
            breadth: self.breadth.map(usize::from),
        };
        let mut crowded = false;
        if format == Format::Png {
            let narrowed = tree::svg::fit_width(&drawing.sketch(0), MAX_PNG_WIDTH).limit;
            crowded = narrowed < drawing.limit;
            drawing.limit = narrowed;
        }
        let sketch = drawing.sketch(0);
        let shown = sketch.visible_nodes();
        if format == Format::Dot && shown.count > tree::dot::SLOW_NODES {
            notes.push(phrases::DOT_SLOW.message().with("nodes", Argument::Count(shown.count)));
        }
        notes.extend(tree::omissions(&sketch, &shown));
        if crowded {
            notes.push(phrases::PNG_FULL.message());
        }
        let write: WriteFn = if format == Format::Png {
            // Rendered now, to know whether it is scaled.
            let Png { bytes, scale } = picture::render_png(&tree::svg::draw(&drawing.sketch(0)))?;
            if scale < 1.0 {
                let percent = format!("{:.1}", scale * 100.0);
                notes.push(phrases::PNG_SCALED.message().with("percent", percent));
            }
            Box::new(move |out| out.write_all(&bytes))
        } else {
            Box::new(move |out| drawing.write(out))
        };
        let notes = notes.into_iter().map(|note| note.render(language.lang)).collect();
        Ok(Output::Stream { notes, file: self.output, write })
    }

    fn search(&self, record: &dyn AnyRecord, algorithm: Algorithm) -> Result<Box<dyn AnyTree>, TreeError> {
        record.tree(&TreeOptions {
            algorithm,
            depth: self.depth,
            evaluator: self.eval.clone(),
            fold_symmetry: self.fold,
            max_nodes: MAX_NODES,
            stop: Stop::new(),
        })
    }
}

/// Returns the node counts of both algorithms.
fn counts(tree: &dyn AnyTree, other: Option<&dyn AnyTree>) -> Message {
    let here = tree.visited();
    let there = other.map(AnyTree::visited);
    let (full, pruned) =
        if tree.algorithm().has_pruning() { (there, Some(here)) } else { (Some(here), there) };
    match (full, pruned) {
        (Some(full), Some(pruned)) => {
            let saved = (f64::from(full.saturating_sub(pruned)) / f64::from(full.max(1)) * 100.0).round();
            let message = phrases::BOTH_COUNTS.message().with("minimax", tree::node_count(full));
            let message = message.with("alphabeta", tree::node_count(pruned));
            message.with("saved", format!("{saved:.0}"))
        }
        (_, pruned) => {
            let count = pruned.unwrap_or(here);
            phrases::PRUNED_COUNT
                .message()
                .with("alphabeta", tree::node_count(count))
                .with("limit", Argument::Count(MAX_NODES))
        }
    }
}

/// A picture to be written.
struct Drawing {
    format: Format,
    /// The tree, and in HTML that of the other algorithm beside it.
    trees: Vec<Box<dyn AnyTree>>,
    layout: Layout,
    title: String,
    lang: Lang,
    limit: usize,
    breadth: Option<usize>,
}

impl Drawing {
    fn sketch(&self, tree: usize) -> TreePicture<'_> {
        TreePicture {
            tree: self.trees[tree].as_ref(),
            layout: &self.layout,
            title: &self.title,
            lang: self.lang,
            limit: self.limit,
            breadth: self.breadth,
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Dot => tree::dot::write(&self.sketch(0), out),
            Format::Svg | Format::Png => out.write_all(tree::svg::draw(&self.sketch(0)).as_bytes()),
            Format::Html => {
                let sketches: Vec<TreePicture<'_>> =
                    (0..self.trees.len()).map(|tree| self.sketch(tree)).collect();
                tree::html::write(&sketches, out)
            }
        }
    }
}
