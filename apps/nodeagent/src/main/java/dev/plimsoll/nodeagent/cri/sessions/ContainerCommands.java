package dev.plimsoll.nodeagent.cri.sessions;

import dev.plimsoll.cri.Container;
import dev.plimsoll.cri.ContainerState;
import dev.plimsoll.cri.CriClient;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Executed;
import dev.plimsoll.nodeagent.cri.observation.CriLabels;
import dev.plimsoll.nodeagent.cri.observation.Observations;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Commands that the node itself runs in containers, with ExecSync. */
public final class ContainerCommands {
    private static final int MOST_BYTES = 10 * 1024;

    private final CriClient cri;

    public ContainerCommands(CriClient cri) {
        this.cri = cri;
    }

    /** The runtime's id of the instance that runs. */
    CriReply<String> running(String uid, String container) {
        return cri.containers("", CriLabels.selecting(uid)).then(all -> {
            Container found = Observations.newestInstances(all).get(container);
            if (found == null || found.state() != ContainerState.RUNNING)
                return new CriReply.Failed<>(CriReply.Code.NOT_FOUND, "container not found (\"" + container + "\")");
            return new CriReply.Ok<>(found.id());
        });
    }

    public CommandOutcome run(String uid, String container, List<String> command, Duration timeout) {
        return switch (running(uid, container).then(id -> cri.execSync(id, command, timeout))) {
            case CriReply.Ok<Executed>(var executed) -> new CommandOutcome.Exited(executed.exitCode(), text(executed));
            case CriReply.Failed<Executed>(var code, var message) ->
                code == CriReply.Code.DEADLINE_EXCEEDED
                        ? new CommandOutcome.TimedOut()
                        : new CommandOutcome.NotRun(message);
        };
    }

    private static String text(Executed executed) {
        var both = new byte[executed.out().length + executed.err().length];
        System.arraycopy(executed.out(), 0, both, 0, executed.out().length);
        System.arraycopy(executed.err(), 0, both, executed.out().length, executed.err().length);
        return new String(both, 0, Math.min(both.length, MOST_BYTES), StandardCharsets.UTF_8);
    }
}
