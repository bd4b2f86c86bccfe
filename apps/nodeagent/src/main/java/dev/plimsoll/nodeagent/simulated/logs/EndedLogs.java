package dev.plimsoll.nodeagent.simulated.logs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Logs of pods that have ended and may still be in the API, by uid; the oldest go first. Its user guards it. */
public final class EndedLogs {
    private static final int MOST = 200;

    private final Map<String, ContainerLogs> logs = new LinkedHashMap<>();

    public void keep(String uid, ContainerLogs ended) {
        logs.put(uid, ended);
        if (logs.size() > MOST) logs.remove(logs.keySet().iterator().next());
    }

    public Optional<ContainerLogs> of(String uid) {
        return Optional.ofNullable(logs.get(uid));
    }
}
