package dev.plimsoll.cli.watch;

import java.util.List;

/**
 * What came of the requests that keys made.
 *
 * @param page lines about the pod whose details are shown
 * @param message what became of the last resize; empty if there was none
 */
record Answers(List<String> page, String message) {
    static final Answers NONE = new Answers(List.of(), "");

    Answers {
        page = List.copyOf(page);
    }

    Answers withPage(List<String> changed) {
        return new Answers(changed, message);
    }

    Answers withMessage(String changed) {
        return new Answers(page, changed);
    }
}
