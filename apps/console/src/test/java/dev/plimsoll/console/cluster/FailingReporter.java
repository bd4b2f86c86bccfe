package dev.plimsoll.console.cluster;

import dev.plimsoll.runtime.Reporter;

/** Nothing may fail in a test. */
enum FailingReporter implements Reporter {
    INSTANCE;

    @Override
    public void tell(String problem) {
        throw new AssertionError(problem);
    }

    @Override
    public void defect(String where, RuntimeException exception) {
        throw new AssertionError(where, exception);
    }
}
