"""The pages that explain games to beginners."""

from functools import partial

from aiohttp import web

from arena.plugins.manager import Plugins
from arena.web.languages import current_language, t, term
from arena.web.pages import drawing_data, missing, no_game, page
from arena.web.rules_text import rules_in, rules_texts

HERE = "/rules"


async def list_rules(plugins: Plugins, _request: web.Request) -> web.Response:
    """`GET /rules`: every game that has a page here."""
    texts = rules_in(current_language())
    rows = [(game, texts[name]) for name, game in plugins.games.items() if name in texts]
    return page("rules_list.html", {}, rows=rows)


async def show_rules(plugins: Plugins, request: web.Request) -> web.Response:
    """`GET /rules/{game}`: the rules of a game, and its words."""
    name = request.match_info["game"]
    game, text = plugins.games.get(name), rules_in(current_language()).get(name)
    if game is None:
        return missing(no_game(name, plugins.games))
    if text is None:
        return missing(t("There is no page with the rules of {game} here.", game=term(game.title)))
    drawing = drawing_data(name, plugins.drawings.get(name))
    others = [other for other in plugins.games.values() if other.name in rules_texts()]
    return page(
        "rules.html", {"drawing": drawing}, game=game, text=text, others=others, drawing=drawing
    )


def add_rules(app: web.Application, plugins: Plugins) -> None:
    """Serve the pages."""
    app.router.add_get(HERE, partial(list_rules, plugins))
    app.router.add_get(HERE + "/{game}", partial(show_rules, plugins))
