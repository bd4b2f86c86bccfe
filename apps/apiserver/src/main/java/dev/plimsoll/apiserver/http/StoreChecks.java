package dev.plimsoll.apiserver.http;

import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Whether the store is well, for the pages that probes read. A store that does not answer does not hold the probe up. */
public final class StoreChecks {
    /** Probes wait for a second as a rule. */
    static final Duration PATIENCE = Duration.ofMillis(800);

    static final String NO_ANSWER = "the store did not answer within " + PATIENCE.toMillis() + " ms";
    static final String NO_REVISION = "the store answers with an error";
    static final String FAULT =
            "the store has found damage, a failing disk or no room; the log of the server says which";

    private final Store store;
    /** Asked once at a time: a store that hangs is not asked by every probe again. */
    private @Nullable FutureTask<Boolean> question;

    public StoreChecks(Store store) {
        this.store = store;
    }

    /** What is wrong with it; empty if it answers, has found no damage and no failure of its disk, and has room. */
    Optional<String> problem() {
        var asked = asked();
        try {
            if (!asked.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) return Optional.of(NO_REVISION);
        } catch (TimeoutException _) {
            return Optional.of(NO_ANSWER);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of(NO_ANSWER);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            forget(asked);
        }
        return store.fault().isEmpty() ? Optional.empty() : Optional.of(FAULT);
    }

    private synchronized FutureTask<Boolean> asked() {
        var known = question;
        // An answer that nobody waited for any more is of another time.
        if (known != null && !known.isDone()) return known;
        var task = new FutureTask<>(this::answers);
        question = task;
        ComponentThreads.named("store-check").start(task);
        return task;
    }

    private synchronized void forget(FutureTask<Boolean> asked) {
        if (asked.isDone() && asked.equals(question)) question = null;
    }

    private boolean answers() {
        try {
            return store.revision() > 0;
        } catch (StoreException _) {
            return false;
        }
    }
}
