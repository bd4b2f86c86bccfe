package dev.plimsoll.nodeagent.simulated.servers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The servers of {@code agnhost} that are a few lines each. */
final class SmallServices {
    private static final Duration ALIVE = Duration.ofSeconds(10);

    private SmallServices() {}

    /** {@code serve-hostname}. */
    static SimulatedHttpService hostname(ServerContext context) {
        return _ -> HttpReply.ok(context.hostname());
    }

    /** {@code liveness}: well for ten seconds. */
    static SimulatedHttpService liveness(Supplier<Instant> clock) {
        var begun = clock.get();
        return request -> {
            var age = Duration.between(begun, clock.get());
            if (request.path().equals("/started")) return HttpReply.ok(age.toMillis() + "ms");
            if (!request.path().equals("/healthz")) return HttpReply.notFound();
            return age.compareTo(ALIVE) > 0
                    ? HttpReply.text(500, "error: " + age.toSeconds() + "s")
                    : HttpReply.ok("ok");
        };
    }

    /** One port of {@code porter}. */
    static SimulatedHttpService porter(String body, boolean isJson) {
        return request -> {
            // As servers do that are not told what they send.
            if (!isJson && body.startsWith("<")) return HttpReply.of(200, "text/html; charset=utf-8", body);
            if (!isJson) return HttpReply.ok(body);
            return HttpReply.json(200, Map.of("Method", request.head().method(), "Body", body));
        };
    }

    /** {@code nettest}: counts who has written to it. */
    static SimulatedHttpService nettest(ServerContext context) {
        var received = new ConcurrentHashMap<String, Integer>();
        return request -> switch (request.path()) {
            case "/read" -> {
                var state = new LinkedHashMap<String, Object>();
                state.put("Hostname", context.hostname());
                state.put("Sent", Map.of());
                state.put("Received", new TreeMap<>(received));
                state.put("StillContactingPeers", false);
                yield HttpReply.json(200, state);
            }
            case "/status" -> HttpReply.ok("pass");
            case "/write" -> {
                received.merge(source(request.text()), 1, Integer::sum);
                yield HttpReply.json(200, Map.of("Hostname", context.hostname()));
            }
            case "/quit" -> {
                context.exit().accept(0);
                yield HttpReply.ok("");
            }
            default -> HttpReply.notFound();
        };
    }

    private static String source(String text) {
        try {
            return String.valueOf(new ObjectMapper().readValue(text, Map.class).get("Source"));
        } catch (JsonProcessingException _) {
            return "unknown"; // who writes something else is counted too
        }
    }

    /** The control server of {@code grpc-health-checking}. */
    static SimulatedHttpService healthControl(Runnable serving, Runnable notServing) {
        return request -> switch (request.path()) {
            case "/make-serving" -> {
                serving.run();
                yield HttpReply.ok("");
            }
            case "/make-not-serving" -> {
                notServing.run();
                yield HttpReply.ok("");
            }
            default -> HttpReply.notFound();
        };
    }
}
