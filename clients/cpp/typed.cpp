// For the conformance script: reads the typed view of every game, then takes the first choice.

#include "views.hpp"

struct Typed : arena::Bot {
    std::string game;

    void start(const arena::Json &ack) override { game = ack["game"].text(); }

    std::string act(const arena::Turn &turn) override {
        std::vector<std::string> legal = read(turn.view);
        if (legal != turn.legal) throw std::runtime_error(game + ": other choices in the typed view");
        return legal.front();
    }

    std::vector<std::string> read(const arena::Json &view) const {
        if (game == "tigerdragon") return arena::TigerDragonView(view).legal;
        if (game == "riichi") return arena::RiichiView(view).legal;
        if (game == "taiwan") return arena::TaiwanView(view).legal;
        if (game == "sichuan") return arena::SichuanView(view).legal;
        if (game == "texas42") return arena::Texas42View(view).legal;
        throw std::runtime_error("no typed view of " + game);
    }
};

int main() {
    Typed bot;
    arena::run(bot);
}
