// The smallest bot: it takes the first legal choice. With URL and ROOM it plays at a server, a whole
// event if ROOM is event:ID.

public final class First implements Arena.Bot {
    @Override
    public String act(Arena.Turn turn) {
        return turn.legal().get(0);
    }

    public static void main(String[] words) throws Exception {
        if (words.length < 2) {
            Arena.runStdio(new First());
            return;
        }
        String token = words.length > 2 ? words[2] : null;
        if (words[1].startsWith("event:")) {
            System.out.println("matches " + Arena.attend(words[0], words[1], new First(), "first-java", token));
        } else {
            var over = Arena.connect(words[0], words[1], new First(), "first-java", token);
            System.out.println("points " + over.get("deltas"));
        }
        System.exit(0);
    }
}
