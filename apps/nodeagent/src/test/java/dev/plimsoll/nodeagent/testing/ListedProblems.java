package dev.plimsoll.nodeagent.testing;

import dev.plimsoll.runtime.Reporter;
import java.util.List;

/** Keeps what it is told. */
public record ListedProblems(List<String> texts) implements Reporter {
    @Override
    public void tell(String problem) {
        texts.add(problem);
    }

    @Override
    public void defect(String where, RuntimeException exception) {
        throw exception;
    }
}
