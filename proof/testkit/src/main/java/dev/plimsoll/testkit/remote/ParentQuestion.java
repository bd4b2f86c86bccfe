package dev.plimsoll.testkit.remote;

import dev.plimsoll.testkit.work.OperatorWork;
import java.util.List;

/** Asks the test in the other process something, in the midst of its request. */
interface ParentQuestion {
    List<String> ask(List<String> question);

    /** What the operator in the other process has left to do. */
    default OperatorWork.Look work() {
        return OperatorWork.Look.of(ask(List.of("work")));
    }

    /** Whether a document is as the test waits for it. */
    default boolean isExpected(String document) {
        return switch (ask(List.of("test", document)).getFirst()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalStateException("the condition of the test has failed");
        };
    }
}
