//! `plateau tree` and `tttree`: the tree a textbook search sees, as a picture.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plateau_core::text::Argument;
use plateau_core::{Lang, Layout, Message};
use plateau_draw::png::{self, Png};
use plateau_draw::tree::{self, DRAWN, Sketch};
use plateau_games::{AnyRecord, AnyVariant};
use plateau_games::{AnyTree, TreeError, TreeOptions};
use plateau_search::Stop;
use plateau_search::textbook::Algorithm;

use crate::args::depth;
use crate::language::Speech;
use crate::output::{Answer, Writer};
use crate::phrases;
use crate::picture::{self, Format};

/// A search keeps so many nodes at most.
const SEARCHED: usize = 1_000_000;

/// A PNG of more pixels in width would have to be scaled to less than half.
const PNG_WIDEST: f32 = png::LONGEST * 2.0;

/// How a tree is searched and drawn.
#[derive(Debug, Args)]
pub struct How {
    /// How to search: alphabeta shows the window and what was never searched
    #[arg(long, value_enum, default_value_t = Way::Minimax)]
    algorithm: Way,
    /// How many plies deep; to the end of every game without it
    #[arg(long, value_parser = depth)]
    depth: Option<u32>,
    /// Evaluator for games that go on at that depth; without it they count as even
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// How many nodes to draw at most, those nearest the root (dot: all; svg and html:
    /// 20000; png: as many as 32000 pixels in width have room for)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,
    /// How many moves of each position to draw at most, the best ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    breadth: Option<u16>,
    /// One move of each class of symmetric ones, with its count
    #[arg(long)]
    fold: bool,
    /// Format of the picture; without it that of the file's name, or dot
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// File to write instead of standard output: tree.dot, .svg, .png or .html
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A way to search, as it is named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Way {
    /// Values for the first player, who maximises
    Minimax,
    /// Values for the side to move
    Negamax,
    /// Minimax that leaves out what can't matter
    Alphabeta,
}

impl From<Way> for Algorithm {
    fn from(way: Way) -> Self {
        match way {
            Way::Minimax => Self::Minimax,
            Way::Negamax => Self::Negamax,
            Way::Alphabeta => Self::AlphaBeta,
        }
    }
}

impl How {
    /// The picture of the tree of a position.
    pub fn answer(
        self,
        variant: &dyn AnyVariant,
        record: &dyn AnyRecord,
        speech: Speech,
    ) -> Result<Answer, Message> {
        let format = picture::format(self.format, self.output.as_deref(), &Format::ALL)?;
        let algorithm = Algorithm::from(self.algorithm);
        let tree = self.search(record, algorithm).map_err(|error| match error {
            TreeError::Invalid(message) => message,
            // Nobody raises its flag: Ctrl-C ends the program.
            TreeError::TooLarge | TreeError::Stopped => {
                phrases::TREE_TOO_LARGE.message().with("limit", Argument::Count(SEARCHED))
            }
        })?;
        let other = match algorithm {
            Algorithm::AlphaBeta => Algorithm::Minimax,
            Algorithm::Minimax | Algorithm::Negamax => Algorithm::AlphaBeta,
        };
        let mut other = self.search(record, other).ok();
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
            lang: if format == Format::Dot { speech.for_programs() } else { speech.lang },
            limit: if format == Format::Dot { most } else { most.min(DRAWN) },
            breadth: self.breadth.map(usize::from),
        };
        let mut crowded = false;
        if format == Format::Png {
            let narrowed = tree::svg::narrowed(&drawing.sketch(0), PNG_WIDEST).limit;
            crowded = narrowed < drawing.limit;
            drawing.limit = narrowed;
        }
        let sketch = drawing.sketch(0);
        let shown = sketch.shown();
        if format == Format::Dot && shown.drawn > tree::dot::SLOW {
            notes.push(phrases::DOT_SLOW.message().with("nodes", Argument::Count(shown.drawn)));
        }
        notes.extend(tree::left_out(&sketch, &shown));
        if crowded {
            notes.push(phrases::DRAW_MORE.message());
        }
        let write: Writer = if format == Format::Png {
            // It is known only then whether it had to be scaled.
            let Png { bytes, scale } = picture::png(&tree::svg::draw(&drawing.sketch(0)))?;
            if scale < 1.0 {
                let percent = format!("{:.1}", scale * 100.0);
                notes.push(phrases::PNG_SCALED.message().with("percent", percent));
            }
            Box::new(move |out| out.write_all(&bytes))
        } else {
            Box::new(move |out| drawing.write(out))
        };
        let notes = notes.into_iter().map(|note| note.render(speech.lang)).collect();
        Ok(Answer::Made { notes, to: self.output, write })
    }

    fn search(&self, record: &dyn AnyRecord, algorithm: Algorithm) -> Result<Box<dyn AnyTree>, TreeError> {
        record.tree(&TreeOptions {
            algorithm,
            depth: self.depth,
            evaluator: self.eval.clone(),
            fold_symmetry: self.fold,
            max_nodes: SEARCHED,
            stop: Stop::new(),
        })
    }
}

/// The nodes that both algorithms searched.
fn counts(tree: &dyn AnyTree, other: Option<&dyn AnyTree>) -> Message {
    let here = tree.visited();
    let there = other.map(AnyTree::visited);
    let (full, pruned) = match tree.algorithm() {
        Algorithm::AlphaBeta => (there, Some(here)),
        Algorithm::Minimax | Algorithm::Negamax => (Some(here), there),
    };
    match (full, pruned) {
        (Some(full), Some(pruned)) => {
            let saved = (f64::from(full.saturating_sub(pruned)) / f64::from(full.max(1)) * 100.0).round();
            let message = phrases::BOTH_COUNTS.message().with("minimax", tree::nodes(full));
            let message = message.with("alphabeta", tree::nodes(pruned));
            message.with("saved", format!("{saved:.0}"))
        }
        (_, pruned) => {
            let count = pruned.unwrap_or(here);
            phrases::PRUNED_COUNT
                .message()
                .with("alphabeta", tree::nodes(count))
                .with("limit", Argument::Count(SEARCHED))
        }
    }
}

/// A picture that is still to be written.
struct Drawing {
    format: Format,
    /// The tree, and for a page the other one beside it.
    trees: Vec<Box<dyn AnyTree>>,
    layout: Layout,
    title: String,
    lang: Lang,
    limit: usize,
    breadth: Option<usize>,
}

impl Drawing {
    fn sketch(&self, tree: usize) -> Sketch<'_> {
        Sketch {
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
                let sketches: Vec<Sketch<'_>> = (0..self.trees.len()).map(|tree| self.sketch(tree)).collect();
                tree::html::write(&sketches, out)
            }
        }
    }
}
