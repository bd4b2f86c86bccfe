package dev.plimsoll.nodeagent.cri.observation;

import dev.plimsoll.runtime.ErrorReporter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tells of a trouble when it begins or becomes another one, not each time that it is met again. */
final class OngoingErrors {
    private final ErrorReporter errors;
    private final Map<String, String> standing = new ConcurrentHashMap<>();

    OngoingErrors(ErrorReporter errors) {
        this.errors = errors;
    }

    void met(String what, String message) {
        if (!message.equals(standing.put(what, message))) errors.tell(what + ": " + message);
    }

    void over(String what) {
        standing.remove(what);
    }
}
