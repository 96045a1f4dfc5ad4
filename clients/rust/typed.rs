//! For the conformance script: reads the typed view of every game, then takes the first choice.

mod arena;
mod views;

use arena::{Bot, Json, Read, Turn};
use views::{RiichiView, SichuanView, TaiwanView, Texas42View, TigerDragonView};

struct Typed {
    game: String,
}

impl Bot for Typed {
    fn start(&mut self, ack: &Json) {
        self.game = ack.get("game").text().to_string();
    }

    fn act(&mut self, turn: &Turn) -> Result<String, String> {
        let legal = match self.game.as_str() {
            "tigerdragon" => TigerDragonView::read(turn.view).legal,
            "riichi" => RiichiView::read(turn.view).legal,
            "taiwan" => TaiwanView::read(turn.view).legal,
            "sichuan" => SichuanView::read(turn.view).legal,
            "texas42" => Texas42View::read(turn.view).legal,
            other => return Err(format!("no typed view of {other}")),
        };
        if legal != turn.legal {
            return Err(format!("{}: legal is {legal:?}", self.game));
        }
        Ok(legal[0].clone())
    }
}

fn main() -> Result<(), String> {
    arena::run(&mut Typed { game: String::new() })
}
