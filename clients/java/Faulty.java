// For the conformance script: instead of its third answer it fails.

public final class Faulty implements Arena.Bot {
    private int asked;

    @Override
    public String act(Arena.Turn turn) {
        asked++;
        if (asked == 3) throw new IllegalStateException("on purpose");
        return turn.legal().get(0);
    }

    public static void main(String[] words) throws Exception {
        Arena.runStdio(new Faulty());
    }
}
