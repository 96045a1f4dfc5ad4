//! The smallest bot: it takes the first legal choice.

mod arena;

use arena::{Bot, Turn};

struct First;

impl Bot for First {
    fn act(&mut self, turn: &Turn) -> Result<String, String> {
        turn.legal.first().cloned().ok_or_else(|| "nothing is legal".to_string())
    }
}

fn main() -> Result<(), String> {
    arena::run(&mut First)
}
