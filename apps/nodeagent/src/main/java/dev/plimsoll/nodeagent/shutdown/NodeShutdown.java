package dev.plimsoll.nodeagent.shutdown;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods;
import dev.plimsoll.core.resize.shutdown.ShutdownGracePeriods.Wave;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.nodeagent.api.StatusWriter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Ends the pods of one node: group by group, each as long as it needs and no longer than it may. */
public final class NodeShutdown {
    /** What the condition Ready says meanwhile. */
    public static final String UNREADY = "node is shutting down";

    private static final Duration LOOK = Duration.ofMillis(100);
    /** So long the API has to take what became of the last pods. */
    private static final Duration LONGEST_REPORT = Duration.ofSeconds(5);

    /** So long a node that has just started has to learn which pods are its own. */
    private static final Duration LONGEST_START = Duration.ofSeconds(10);

    private final Consumer<NodeEvent> node;
    private final Supplier<NodeState> state;
    private final StatusWriter statuses;
    private final Time time;

    public NodeShutdown(Consumer<NodeEvent> node, Supplier<NodeState> state, StatusWriter statuses, Time time) {
        this.node = node;
        this.state = state;
        this.statuses = statuses;
        this.time = time;
    }

    /** Returns when all have ended, or have had their time. */
    public void run(ShutdownGracePeriods periods) throws InterruptedException {
        if (!periods.isOn()) return;
        var latestStart = time.instant().plus(LONGEST_START);
        while (!state.get().sourcesReady() && time.instant().isBefore(latestStart)) time.sleep(LOOK);
        node.accept(new NodeEvent.ShutdownBegun(time.instant()));
        for (var wave : periods.waves(state.get())) {
            for (var pod : wave.pods()) node.accept(new NodeEvent.PodShutDown(time.instant(), pod.uid(), pod.grace()));
            var latest = time.instant().plus(wave.period());
            while (anyLeft(wave) && time.instant().isBefore(latest)) time.sleep(LOOK);
        }
        statuses.awaitWritten(LONGEST_REPORT);
    }

    private boolean anyLeft(Wave wave) {
        var now = state.get();
        return wave.pods().stream().anyMatch(pod -> {
            var record = now.pod(pod.uid());
            return record != null && record.stage().holdsResources();
        });
    }
}
