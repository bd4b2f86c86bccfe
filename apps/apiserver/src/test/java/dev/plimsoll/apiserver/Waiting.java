package dev.plimsoll.apiserver;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what comes about by itself. */
final class Waiting {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Waiting() {}

    static void until(BooleanSupplier condition) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("it did not come about");
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
