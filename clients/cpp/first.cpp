// The smallest bot: it takes the first legal choice.

#include "arena.hpp"

struct First : arena::Bot {
    std::string act(const arena::Turn &turn) override { return turn.legal.front(); }
};

int main() {
    First bot;
    arena::run(bot);
}
