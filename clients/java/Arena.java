// Table Arena's client for Java 17: the full level of the protocol, over stdin and stdout or a
// WebSocket. Standard library only. A bot implements Arena.Bot; `act` returns one of turn.legal().

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

public final class Arena {
    private Arena() {}

    /** One decision: deadlineMs is null without a clock. */
    public record Turn(
            int seat, List<String> legal, Map<String, Object> view, List<Object> events, Long deadlineMs) {}

    public interface Bot {
        default void start(Map<String, Object> ack) {}

        default void watch(List<Object> events) {}

        String act(Turn turn) throws Exception;

        default void end(Map<String, Object> over) {}
    }

    /** Plays one match: takes the server's messages and returns the replies. */
    public static final class Conversation {
        private final Bot bot;
        private List<Object> events = new ArrayList<>();
        private long seq = -1;
        public Map<String, Object> ack;
        public Map<String, Object> result;

        public Conversation(Bot bot) {
            this.bot = bot;
        }

        /** Take one message; return what is to be sent back, or null. */
        public String hear(String line) {
            Map<String, Object> message = Json.object(Json.parse(line));
            switch ((String) message.get("type")) {
                case "join_ack":
                    boolean first = ack == null;
                    ack = message;
                    if (first) bot.start(ack);
                    return first ? "{\"type\":\"ready\"}" : null;
                case "state":
                    return state(message);
                case "game_over":
                    result = message;
                    bot.end(message);
                    return null;
                case "error":
                    String text = message.get("message") + " " + message.getOrDefault("detail", "");
                    if (ack == null) throw new IllegalStateException("not let in: " + text);
                    System.err.println("the server refused a message: " + text);
                    return null;
                default:
                    return null;
            }
        }

        private String state(Map<String, Object> state) {
            List<Object> fresh = Json.list(state.get("events"));
            if (Json.number(state.get("seq")) > seq) {
                seq = Json.number(state.get("seq"));
                events.addAll(fresh);
                bot.watch(fresh);
            }
            if (state.get("request_id") == null) return null;
            List<Object> seen = events;
            events = new ArrayList<>();
            Map<String, Object> view = Json.object(state.get("view"));
            List<String> legal = Json.list(view.get("legal")).stream().map(String.class::cast).toList();
            Long deadline = state.get("deadline_ms") == null ? null : Json.number(state.get("deadline_ms"));
            int seat = (int) Json.number(ack.get("seat"));
            Map<String, Object> reply = new LinkedHashMap<>();
            reply.put("type", "action");
            try {
                reply.put("choice", bot.act(new Turn(seat, legal, view, seen, deadline)));
            } catch (Exception error) {
                error.printStackTrace();
                String text = error.getClass().getSimpleName() + ": " + error.getMessage();
                reply.put("choice", "");
                reply.put("fault", text.substring(0, Math.min(300, text.length())));
            }
            reply.put("request_id", state.get("request_id"));
            return Json.text(reply);
        }
    }

    /** Play one match as a child process; print your own text to System.err. */
    public static void runStdio(Bot bot) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err); // stdout carries the protocol
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Conversation conversation = new Conversation(bot);
        for (String line; conversation.result == null && (line = in.readLine()) != null; ) {
            String reply = conversation.hear(line);
            if (reply == null) continue;
            out.write((reply + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    /** Play one match at a server; a lost connection is opened again with the seat's token. */
    public static Map<String, Object> connect(String url, String room, Bot bot, String name, String token)
            throws Exception {
        Conversation conversation = new Conversation(bot);
        URI address = URI.create(url.replaceFirst("^http", "ws").replaceFirst("/$", "") + "/ws/" + room);
        for (int attempt = 0; attempt <= 5; attempt++) {
            Map<String, Object> join = new LinkedHashMap<>();
            join.put("type", "join");
            join.put("room_id", room);
            join.put("player_id", name);
            join.put("role", "player");
            join.put("detail", "full");
            join.put("bot", name);
            Object shown = conversation.ack == null ? token : conversation.ack.getOrDefault("token", token);
            if (shown != null) {
                join.put("token", shown);
                join.put("takeover", true);
            }
            try {
                listen(address, Json.text(join), conversation);
            } catch (CompletionException error) {
                System.err.println("connection lost: " + error.getMessage()); // try again
            }
            if (conversation.result != null) return conversation.result;
            Thread.sleep(200L << attempt);
        }
        throw new IllegalStateException("the server ended the connection");
    }

    /** One for the whole program: a client that is collected would silence its sockets. */
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /**
     * Play all matches of an event, `event:ID`, over one connection: the server leads the bot from table
     * to table. A lost connection is opened again for a minute. Returns the number of matches played.
     */
    public static int attend(String url, String event, Bot bot, String name, String token) throws Exception {
        URI address = URI.create(url.replaceFirst("^http", "ws").replaceFirst("/$", "") + "/ws/" + event);
        Map<String, Object> join = new LinkedHashMap<>();
        join.put("type", "join");
        join.put("room_id", event);
        join.put("player_id", name);
        join.put("role", "player");
        join.put("detail", "full");
        join.put("bot", name);
        join.put("token", token);
        join.put("takeover", true);
        int played = 0;
        boolean letIn = false;
        for (long lost = 0; ; Thread.sleep(300)) {
            LinkedBlockingQueue<String> frames = new LinkedBlockingQueue<>();
            Reader reader = new Reader(frames);
            try {
                WebSocket socket =
                        CLIENT.newWebSocketBuilder().buildAsync(address, reader).join();
                lost = 0;
                socket.sendText(Json.text(join), true).join();
                Conversation match = null;
                for (String frame; !(frame = frames.take()).isEmpty(); ) {
                    Map<String, Object> message = Json.object(Json.parse(frame));
                    if ("event".equals(message.get("type"))) {
                        letIn = true;
                        if (message.get("table") != null) match = new Conversation(bot);
                    } else if (match != null) {
                        String reply = match.hear(frame);
                        if (reply != null) socket.sendText(reply, true).join();
                        if (match.result != null) {
                            played++;
                            match = null;
                        }
                    } else if ("error".equals(message.get("type")) && !letIn) {
                        throw new IllegalStateException("not let in: " + frame);
                    } else if ("room_not_found".equals(message.get("code"))) {
                        return played; // it ended while we were away
                    }
                }
                if (reader.code == WebSocket.NORMAL_CLOSURE) return played;
            } catch (CompletionException away) { // no server answers, or it went while we wrote
            }
            if (lost == 0) lost = System.currentTimeMillis();
            if (System.currentTimeMillis() - lost > 60_000) throw new IllegalStateException("no server answers");
        }
    }

    private static void listen(URI address, String join, Conversation conversation) throws Exception {
        LinkedBlockingQueue<String> frames = new LinkedBlockingQueue<>();
        WebSocket socket = CLIENT.newWebSocketBuilder().buildAsync(address, new Reader(frames)).join();
        socket.sendText(join, true).join();
        for (String frame; !(frame = frames.take()).isEmpty(); ) {
            String reply = conversation.hear(frame);
            if (reply != null) socket.sendText(reply, true).join();
            if (conversation.result != null) {
                socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
                return;
            }
        }
    }

    /** Puts whole frames into a queue, and an empty one when the connection has ended. */
    private static final class Reader implements WebSocket.Listener {
        private final LinkedBlockingQueue<String> frames;
        private final StringBuilder parts = new StringBuilder();
        volatile int code;

        Reader(LinkedBlockingQueue<String> frames) {
            this.frames = frames;
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                frames.add(parts.toString());
                parts.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            this.code = code;
            frames.add("");
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            frames.add("");
        }
    }

    /** JSON as maps, lists, strings, Long, Double, Boolean and null. */
    public static final class Json {
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        public static Object parse(String text) {
            return new Json(text).value();
        }

        @SuppressWarnings("unchecked")
        public static Map<String, Object> object(Object value) {
            return (Map<String, Object>) value;
        }

        @SuppressWarnings("unchecked")
        public static List<Object> list(Object value) {
            return (List<Object>) value;
        }

        /** A list with every item read; null if there is none. */
        public static <T> List<T> each(Object value, Function<Object, T> read) {
            return value == null ? null : list(value).stream().map(read).toList();
        }

        /** A map with every value read; null if there is none. */
        public static <T> Map<String, T> values(Object value, Function<Object, T> read) {
            if (value == null) return null;
            Map<String, T> made = new LinkedHashMap<>();
            object(value).forEach((key, item) -> made.put(key, read.apply(item)));
            return made;
        }

        public static long number(Object value) {
            return ((Number) value).longValue();
        }

        public static String text(Object value) {
            if (value instanceof Map<?, ?> map) {
                List<String> parts = new ArrayList<>();
                map.forEach((key, item) -> parts.add(text(key.toString()) + ":" + text(item)));
                return "{" + String.join(",", parts) + "}";
            }
            if (value instanceof List<?> list) {
                return "[" + String.join(",", list.stream().map(Json::text).toList()) + "]";
            }
            if (!(value instanceof String string)) return String.valueOf(value);
            StringBuilder made = new StringBuilder("\"");
            for (char sign : string.toCharArray()) {
                if (sign == '"' || sign == '\\') made.append('\\').append(sign);
                else if (sign < ' ') made.append(String.format("\\u%04x", (int) sign));
                else made.append(sign);
            }
            return made.append('"').toString();
        }

        private Object value() {
            blanks();
            switch (text.charAt(at)) {
                case '{':
                    Map<String, Object> map = new LinkedHashMap<>();
                    at++;
                    while (more('}')) {
                        String key = string();
                        more(':');
                        map.put(key, value());
                    }
                    return map;
                case '[':
                    List<Object> list = new ArrayList<>();
                    at++;
                    while (more(']')) list.add(value());
                    return list;
                case '"':
                    return string();
                default:
                    return word();
            }
        }

        /** Skip blanks, a comma or colon; false at this end sign, which is skipped. */
        private boolean more(char end) {
            blanks();
            if (text.charAt(at) == ',' || text.charAt(at) == ':') at++;
            blanks();
            if (text.charAt(at) != end) return true;
            at++;
            return false;
        }

        private void blanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
        }

        private Object word() {
            int begin = at;
            while (at < text.length() && ",]} \n".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(begin, at);
            switch (word) {
                case "null":
                    return null;
                case "true":
                case "false":
                    return Boolean.valueOf(word);
                default:
                    if (word.matches("-?\\d+")) return Long.valueOf(word);
                    return Double.valueOf(word);
            }
        }

        private String string() {
            StringBuilder made = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    made.append(text.charAt(at));
                    continue;
                }
                char sign = text.charAt(++at);
                int place = "bfnrt".indexOf(sign);
                if (sign == 'u') {
                    made.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else made.append(place < 0 ? sign : "\b\f\n\r\t".charAt(place));
            }
            at++;
            return made.toString();
        }
    }
}
