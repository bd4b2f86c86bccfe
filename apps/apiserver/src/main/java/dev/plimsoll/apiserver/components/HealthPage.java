package dev.plimsoll.apiserver.components;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.tls.TrustAllManager;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** The health page of a program on this machine. Whatever certificate it serves with is believed: programs make their own. */
final class HealthPage {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MOST_BYTES = 4096;

    private HealthPage() {}

    /** What is wrong with the program, or with reaching it; empty where it says that it is well. */
    static Optional<String> problem(URI page) {
        // Made for one question: hardly anybody asks, and nothing is left behind.
        var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .sslContext(TrustAllManager.context())
                .build();
        try (var _ = ComponentThreads.pendingAnswer()) {
            var request = HttpRequest.newBuilder(page).timeout(PATIENCE).build();
            var answer = client.send(request, BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
            if (answer.statusCode() / 100 == 2) return Optional.empty();
            return Optional.of(asked(page) + "status " + answer.statusCode() + ": "
                    + answer.body().strip());
        } catch (IOException e) {
            return Optional.of(asked(page) + text(e));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of(asked(page) + "interrupted");
        } finally {
            client.shutdownNow();
        }
    }

    /** Java's client has no message for a connection that was refused, and neither have its causes. */
    private static String text(IOException problem) {
        if (problem.getMessage() != null) return problem.getMessage();
        return problem instanceof ConnectException
                ? "connection refused"
                : problem.getClass().getSimpleName();
    }

    private static String asked(URI page) {
        return "Get \"" + page + "\": ";
    }
}
