package dev.plimsoll.cluster;

import dev.plimsoll.apiserver.webhooks.WebhookTransport;
import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.admission.WebhookListener;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.runtime.http.HttpService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * Webhooks of this process, which its own API server calls without a network: for every new pod there would be a request over TLS, and
 * for many at a time as many connections. They listen for other API servers all the same, and webhooks elsewhere are asked over HTTPS.
 */
final class LocalWebhooks {
    private final WebhookTransport elsewhere;
    private final Map<Address, UnaryOperator<byte[]>> answers = new ConcurrentHashMap<>();

    LocalWebhooks(WebhookTransport elsewhere) {
        this.elsewhere = elsewhere;
    }

    /**
     * Where one listens.
     *
     * @param trust the certificates by which it is known, as Base64: who expects others is not answered without a network either
     */
    private record Address(String host, int port, String trust) {}

    /** Listens, and is known here for as long. */
    WebhookListener.Listening listen(AdmissionSettings settings, UnaryOperator<byte[]> answer) throws IOException {
        HttpService.prepare();
        var listening = WebhookListener.HTTPS.listen(settings, answer);
        var trust = Base64.getEncoder().encodeToString(settings.tls().caBundle().getBytes(StandardCharsets.UTF_8));
        var address = new Address(settings.address().getHostString(), listening.port(), trust);
        answers.put(address, answer);
        return new WebhookListener.Listening() {
            @Override
            public int port() {
                return listening.port();
            }

            @Override
            public void close() {
                answers.remove(address);
                listening.close();
            }
        };
    }

    WebhookTransport transport() {
        return new WebhookTransport() {
            @Override
            public Reply send(Post post)
                    throws IOException, GeneralSecurityException, InterruptedException, TimeoutException {
                var answer = answers.get(new Address(
                        post.url().getHost(),
                        post.url().getPort(),
                        post.target().client().caBundle()));
                return answer == null ? elsewhere.send(post) : answered(answer, post);
            }

            @Override
            public void close() {
                elsewhere.close();
            }
        };
    }

    /** In a thread of its own: like one elsewhere, a webhook that does not come to an end must not keep the request. */
    private static WebhookTransport.Reply answered(UnaryOperator<byte[]> answer, WebhookTransport.Post post)
            throws IOException, InterruptedException, TimeoutException {
        var target = post.target();
        var pending = new FutureTask<>(() -> {
            try {
                return answer.apply(post.body());
            } finally {
                ComponentThreads.handOver();
            }
        });
        ComponentThreads.named("webhook").start(pending);
        try {
            var body = pending.get(target.timeout().toMillis(), TimeUnit.MILLISECONDS);
            if (body.length > target.mostBytes())
                throw new IOException("the answer is longer than " + target.mostBytes() + " bytes");
            return new WebhookTransport.Reply(200, body);
        } catch (ExecutionException e) {
            // Its failure is not that of the request: what the webhook's policy says decides.
            throw new IOException("the webhook failed: " + e.getCause(), e.getCause());
        } finally {
            pending.cancel(true);
        }
    }
}
