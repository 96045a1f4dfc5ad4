//! For the conformance script: instead of its third answer it fails.

mod arena;

use arena::{Bot, Turn};

struct Faulty {
    asked: u32,
}

impl Bot for Faulty {
    fn act(&mut self, turn: &Turn) -> Result<String, String> {
        self.asked += 1;
        match self.asked {
            3 => Err("on purpose".to_string()),
            _ => Ok(turn.legal[0].clone()),
        }
    }
}

fn main() -> Result<(), String> {
    arena::run(&mut Faulty { asked: 0 })
}
