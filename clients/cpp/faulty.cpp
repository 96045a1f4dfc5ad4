// For the conformance script: instead of its third answer it fails.

#include "arena.hpp"

struct Faulty : arena::Bot {
    int asked = 0;
    std::string act(const arena::Turn &turn) override {
        asked++;
        if (asked == 3) throw std::runtime_error("on purpose");
        return turn.legal.front();
    }
};

int main() {
    Faulty bot;
    arena::run(bot);
}
