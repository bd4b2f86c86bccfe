package dev.plimsoll.runtime;

/** Hears of what went wrong and is tried again. */
public interface ErrorReporter {
    void tell(String problem);
}
