package dev.plimsoll.autoscaler.admission;

import dev.plimsoll.runtime.http.HttpService;
import dev.plimsoll.runtime.http.ServingTls;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** Where API servers reach the webhook: over HTTPS, or by a call inside of a simulation. */
public interface WebhookListener {
    WebhookListener HTTPS = WebhookListener::https;

    /**
     * Begins to listen.
     *
     * @param answers from the bytes of a review to those of its answer
     */
    Listening listen(AdmissionSettings settings, UnaryOperator<byte[]> answers) throws IOException;

    /** What listens. */
    interface Listening extends AutoCloseable {
        int port();

        @Override
        void close();
    }

    private static Listening https(AdmissionSettings settings, UnaryOperator<byte[]> answers) throws IOException {
        var identity = settings.tls();
        var tls = ServingTls.of(
                identity.context(),
                identity.speech().protocols(),
                identity.speech().ciphers());
        var server = HttpService.start("webhook", settings.address(), tls, new WebhookPage(answers));
        return new Listening() {
            @Override
            public int port() {
                return server.port();
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }
}
