package dev.plimsoll.simulation.faults;

import dev.plimsoll.apiserver.webhooks.WebhookTransport;
import dev.plimsoll.autoscaler.admission.WebhookListener;
import dev.plimsoll.client.ClientJson;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The way from API servers to the webhooks of autoscalers: each review has a thread of the autoscaler. */
final class WebhookNetwork {
    private static final int PORT = 1;

    private final Faults faults;
    private final BuiltInMistake mistake;
    /** By the name of the machine. */
    private final Map<String, Listening> listening = new HashMap<>();

    WebhookNetwork(Faults faults, BuiltInMistake mistake) {
        this.faults = faults;
        this.mistake = mistake;
    }

    private record Listening(SimulatedProcess process, UnaryOperator<byte[]> answers)
            implements WebhookListener.Listening {
        @Override
        public int port() {
            return PORT;
        }

        @Override
        public void close() {
            // Ends with its process.
        }
    }

    WebhookListener listener(String name, SimulatedProcess begun) {
        return (_, answers) -> {
            var own = new Listening(begun, answers);
            listening.put(name, own);
            begun.whenKilled(() -> listening.remove(name, own));
            return own;
        };
    }

    /** A review that a webhook works on. */
    private static final class Review {
        private final Thread server = Thread.currentThread();
        private byte @Nullable [] answer;
        private boolean isBroken;

        void answered(byte[] bytes) {
            answer = bytes;
            LockSupport.unpark(server);
        }

        void broke() {
            isBroken = true;
            LockSupport.unpark(server);
        }

        byte[] await() throws IOException {
            while (true) {
                if (answer != null) return answer;
                if (isBroken) throw new IOException("connection reset by peer");
                LockSupport.park(this);
                if (Thread.currentThread().isInterrupted()) throw new InterruptedIOException("interrupted");
            }
        }
    }

    WebhookTransport transport() {
        return post -> {
            var there = listening.get(post.url().getHost());
            if (there == null) throw new IOException("connection refused");
            var isAsked =
                    !faults.happens(FaultKind.WEBHOOK_FAILS, 15, post.url().getHost());
            if (!isAsked && faults.upTo(2) == 0) throw new TimeoutException();
            var review = new Review();
            there.process().whenKilled(review::broke);
            there.process()
                    .start("review", () -> review.answered(there.answers().apply(post.body())));
            var answer = review.await();
            if (!isAsked) throw new IOException("connection reset by peer");
            return new WebhookTransport.Reply(
                    200, mistake == BuiltInMistake.WEBHOOK_IS_WRONG ? spoiled(answer) : answer);
        };
    }

    /** A patch that no API server accepts: more is asked for than is allowed. */
    private static byte[] spoiled(byte[] answer) {
        var patch = "[{\"op\":\"add\",\"path\":\"/spec/containers/0/resources\",\"value\":"
                + "{\"requests\":{\"cpu\":\"2\"},\"limits\":{\"cpu\":\"1\"}}}]";
        var review = ClientJson.read(answer).orElseThrow();
        if (!review.path("response").has("patch")) return answer;
        review.withObject("/response")
                .put("patch", Base64.getEncoder().encodeToString(patch.getBytes(StandardCharsets.UTF_8)));
        return ClientJson.bytes(review);
    }
}
