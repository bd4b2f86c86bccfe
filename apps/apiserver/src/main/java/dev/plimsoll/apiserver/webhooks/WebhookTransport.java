package dev.plimsoll.apiserver.webhooks;

import dev.plimsoll.apiserver.webhooks.WebhookClient.Target;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeoutException;

/** The way of questions to webhooks: over HTTPS, or by a call inside of a simulation. */
public interface WebhookTransport extends AutoCloseable {
    /**
     * A question.
     *
     * @param peer the name that the webhook must prove; empty for that of the address
     */
    @SuppressWarnings("ArrayRecordComponent") // handed through, never compared
    record Post(URI url, String peer, Target target, byte[] body) {}

    @SuppressWarnings("ArrayRecordComponent") // handed through, never compared
    record Reply(int status, byte[] body) {}

    static WebhookTransport https() {
        return new HttpsWebhooks();
    }

    /** Waits for the whole answer, as long as the target says. */
    Reply send(Post post) throws IOException, GeneralSecurityException, InterruptedException, TimeoutException;

    @Override
    default void close() {}
}
