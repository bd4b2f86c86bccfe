package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.ContainerState;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.logs.RotatedLogs;
import dev.plimsoll.nodeagent.payload.NodeSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Keeps the logs of containers that run from filling the disk: the runtime writes them, the node puts them aside. */
public final class LogRotation {
    private final CriClient cri;
    private final NodeSetup node;

    public LogRotation(CriClient cri, NodeSetup node) {
        this.cri = cri;
        this.node = node;
    }

    /** Looks at the logs of all containers that run; what went wrong. */
    public List<String> run(Instant now) {
        var problems = new ArrayList<String>();
        if (!(cri.containers("", Map.of()) instanceof CriReply.Ok<List<Container>>(var containers))) return problems;
        for (var container : containers) {
            if (container.state() != ContainerState.RUNNING) continue;
            try {
                new RotatedLogs(file(container), node.logLimits()).rotateIfFull(now, () -> reopen(container));
            } catch (IOException e) {
                problems.add("log of container " + CriLabels.name(container) + " of pod "
                        + container.labels().getOrDefault(CriLabels.POD_NAMESPACE, "") + "/"
                        + container.labels().getOrDefault(CriLabels.POD_NAME, "") + ": " + e.getMessage());
            }
        }
        return problems;
    }

    private void reopen(Container container) throws IOException {
        if (cri.reopenLog(container.id()) instanceof CriReply.Failed<Done>(var _, var why))
            throw new IOException("the runtime goes on with the file that is full: " + why);
    }

    private Path file(Container container) {
        return LogFiles.folder(
                        node.logs(),
                        container.labels().getOrDefault(CriLabels.POD_NAMESPACE, ""),
                        container.labels().getOrDefault(CriLabels.POD_NAME, ""),
                        container.labels().getOrDefault(CriLabels.POD_UID, ""),
                        CriLabels.name(container))
                .resolve(CriLabels.restartCount(container) + ".log");
    }
}
