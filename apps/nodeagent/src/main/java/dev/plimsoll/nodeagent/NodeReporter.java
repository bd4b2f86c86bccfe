package dev.plimsoll.nodeagent;

import dev.plimsoll.nodeagent.api.ErrorReporter;

/** Hears of what people should know: what is tried again, and what is a mistake of ours. */
public interface NodeReporter extends ErrorReporter {
    void defect(String where, RuntimeException exception);
}
