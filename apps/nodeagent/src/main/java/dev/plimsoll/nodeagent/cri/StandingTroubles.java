package dev.plimsoll.nodeagent.cri;

import dev.plimsoll.nodeagent.api.Troubles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tells of a trouble when it begins or becomes another one, not each time that it is met again. */
final class StandingTroubles {
    private final Troubles troubles;
    private final Map<String, String> standing = new ConcurrentHashMap<>();

    StandingTroubles(Troubles troubles) {
        this.troubles = troubles;
    }

    void met(String what, String message) {
        if (!message.equals(standing.put(what, message))) troubles.tell(what + ": " + message);
    }

    void over(String what) {
        standing.remove(what);
    }
}
