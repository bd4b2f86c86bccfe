package dev.plimsoll.cli.console;

import dev.plimsoll.runtime.Reporter;

/** Tells people at the console what goes wrong. */
public final class ConsoleReporter implements Reporter {
    private final Console console;

    public ConsoleReporter(Console console) {
        this.console = console;
    }

    @Override
    public void tell(String problem) {
        console.log().problem(problem);
    }

    @Override
    public void defect(String where, RuntimeException exception) {
        console.log().defect(where, exception);
    }
}
