// For the conformance script: reads the typed view of every game, then takes the first choice.

import java.util.List;
import java.util.Map;

public final class Typed implements Arena.Bot {
    private String game;

    @Override
    public void start(Map<String, Object> ack) {
        game = (String) ack.get("game");
    }

    @Override
    public String act(Arena.Turn turn) {
        List<String> legal = legal(turn.view());
        if (!legal.equals(turn.legal())) throw new IllegalStateException(game + ": legal is " + legal);
        return legal.get(0);
    }

    private List<String> legal(Map<String, Object> view) {
        return switch (game) {
            case "tigerdragon" -> Views.TigerDragonView.of(view).legal();
            case "riichi" -> Views.RiichiView.of(view).legal();
            case "taiwan" -> Views.TaiwanView.of(view).legal();
            case "sichuan" -> Views.SichuanView.of(view).legal();
            case "texas42" -> Views.Texas42View.of(view).legal();
            default -> throw new IllegalStateException("no typed view of " + game);
        };
    }

    public static void main(String[] words) throws Exception {
        Arena.runStdio(new Typed());
    }
}
