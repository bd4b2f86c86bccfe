package dev.plimsoll.apiserver.http;

import dev.plimsoll.runtime.SingleFlight;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.Optional;

/** Whether the store is well, for the pages that probes read. A store that does not answer does not hold the probe up. */
public final class StoreChecks {
    /** Probes wait for a second as a rule. */
    static final Duration PATIENCE = Duration.ofMillis(800);

    static final String NO_ANSWER = "the store did not answer within " + PATIENCE.toMillis() + " ms";
    static final String NO_REVISION = "the store answers with an error";
    static final String FAULT =
            "the store has found damage, a failing disk or no room; the log of the server says which";

    private final Store store;
    private final SingleFlight<Optional<String>> question;

    public StoreChecks(Store store) {
        this.store = store;
        this.question = new SingleFlight<>("store-check", this::silence, PATIENCE, Optional.of(NO_ANSWER));
    }

    /** What is wrong with it; empty if it answers, has found no damage and no failure of its disk, and has room. */
    public Optional<String> problem() {
        var silence = question.answer();
        if (silence.isPresent()) return silence;
        return store.fault().isEmpty() ? Optional.empty() : Optional.of(FAULT);
    }

    private Optional<String> silence() {
        try {
            return store.revision() > 0 ? Optional.empty() : Optional.of(NO_REVISION);
        } catch (StoreException _) {
            return Optional.of(NO_REVISION);
        }
    }
}
