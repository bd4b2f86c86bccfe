package dev.plimsoll.nodeagent.volumes;

import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.nodeagent.NodeAgent;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets changes of config maps, secrets and the pod itself reach the volumes of pods that run, and renews their tokens and certificates. */
public final class VolumeUpdates {
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final Set<String> CHANGING = Set.of("configMap", "secret", "downwardAPI", "projected");

    private final NodeAgent agent;
    private final boolean areWritten;
    private final AtomicBoolean isBusy = new AtomicBoolean();

    /**
     * Those of a node.
     *
     * @param areWritten whether the files of volumes are somewhere; else they are made when somebody reads them, and what must be renewed is all
     *     that there is to do
     */
    public VolumeUpdates(NodeAgent agent, boolean areWritten) {
        this.agent = agent;
        this.areWritten = areWritten;
    }

    public Timers.ScheduledTask start(Timers timers, Duration offset, Executor executor) {
        return timers.every(PERIOD.plus(offset), PERIOD, () -> {
            if (agent.state().pods().values().stream().anyMatch(this::changes)) executor.execute(this::run);
        });
    }

    /** One that takes longer than the period replaces those that come meanwhile. */
    private void run() {
        if (!isBusy.compareAndSet(false, true)) return;
        try {
            for (var record : agent.state().pods().values())
                if (changes(record))
                    agent.runtime()
                            .refreshVolumes(
                                    record.allocatedPod(), record.observed().podIp());
        } finally {
            isBusy.set(false);
        }
    }

    private boolean changes(PodRecord record) {
        return record.stage() == Stage.ADMITTED
                && record.observed().hasSandbox()
                && record.pod().spec().details().volumes().stream().anyMatch(this::changes);
    }

    private boolean changes(PodDetails.Volume volume) {
        return areWritten ? volume.sources().stream().anyMatch(CHANGING::contains) : ProjectedVolume.isOwn(volume);
    }
}
