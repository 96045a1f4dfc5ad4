"""The files in deploy/: every metric they name is one that a server tells."""

import json
import re
from pathlib import Path

from tests.arena.ladder.ladder_servers import ladder_server_with_tokens

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = re.compile(r"\b(?:arena|process)_[a-z_]+\b")


async def test_alerts_and_dashboard_name_metrics_that_exist(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await here.server.server.watch.look()
        _, text = await here.call("GET", "/metrics")
    told = {line.split("{")[0].split()[0] for line in text.splitlines() if line[:1] != "#"}
    typed = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    shown = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    alerts = (DEPLOY / "prometheus-alerts.yml").read_text("utf-8")
    asked = " ".join(re.findall(r"expr: (.+)", alerts))
    for where, expressions in (("dashboard", shown), ("alerts", asked)):
        named = set(NAME.findall(expressions))
        assert len(named) >= 8, where
        assert named - told - typed == set(), where
