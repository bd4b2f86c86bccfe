package dev.plimsoll.nodeagent.simulated.servers;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** {@code agnhost guestbook}: a store of texts with replicas, and the page in front of them. */
final class GuestbookService implements SimulatedHttpService {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final ServerContext context;
    private final int backendPort;
    private final Map<String, String> store = new ConcurrentHashMap<>();
    private final Set<String> replicas = ConcurrentHashMap.newKeySet();

    GuestbookService(ServerContext context, int backendPort) {
        this.context = context;
        this.backendPort = backendPort;
    }

    @Override
    public HttpReply answer(HttpRequest request) throws IOException {
        var key = request.parameter("key").orElse("");
        var value = request.parameter("value").orElse("");
        return switch (request.path()) {
            case "/register" -> {
                request.parameter("host").ifPresent(replicas::add);
                yield data(Map.of());
            }
            case "/get" ->
                key.isEmpty()
                        ? data(Map.of("data", Map.copyOf(store)))
                        : data(Map.of("data", store.getOrDefault(key, "")));
            case "/set" -> {
                store.put(key, value);
                for (var replica : replicas) ask(replica, "/set?key=" + escaped(key) + "&value=" + escaped(value));
                yield data(Map.of("message", "Updated"));
            }
            case "/guestbook" -> {
                var isSet = request.parameter("cmd").orElse("").equals("set");
                yield isSet
                        ? ask("agnhost-primary", "/set?key=" + escaped(key) + "&value=" + escaped(value))
                        : ask("agnhost-replica", "/get?key=" + escaped(key));
            }
            default -> HttpReply.notFound();
        };
    }

    private static HttpReply data(Map<String, ?> answer) {
        return HttpReply.json(200, answer);
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpReply ask(String host, String page) throws IOException {
        try {
            var answer = new HttpClient(context.network())
                    .get(URI.create("http://" + host + ":" + backendPort + page), TIMEOUT);
            return HttpReply.of(
                    answer.head().status(), "application/json", new String(answer.body(), StandardCharsets.UTF_8));
        } catch (ConnectException | UnknownHostException e) {
            return HttpReply.text(500, "cannot reach " + host + ": " + e.getMessage());
        }
    }

    /** Tells the primary that this replica wants to hear of what is set; false if it cannot be reached yet. */
    boolean register(String primary) {
        try {
            var page = "http://" + primary + ":" + backendPort + "/register?host="
                    + context.network().address();
            return new HttpClient(context.network())
                            .get(URI.create(page), TIMEOUT)
                            .head()
                            .status()
                    == 200;
        } catch (IOException | IllegalArgumentException _) {
            return false;
        }
    }
}
