package dev.plimsoll.apiserver.webhooks;

import java.time.Duration;

/** Is told how webhooks answer. */
public interface WebhookObserver {
    /** Nobody wants to know. */
    WebhookObserver NOBODY = (_, _, _) -> {};

    /** How an answer counts. */
    enum Result {
        ALLOWED,
        DENIED,
        FAILED,
        FAILED_OPEN
    }

    /**
     * One question to one webhook.
     *
     * @param operation such as {@code CREATE}
     * @param code of a denial; otherwise 0
     */
    record Question(String webhook, boolean mutating, String operation, int code) {}

    void asked(Question question, Result result, Duration took);
}
