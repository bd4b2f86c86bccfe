package dev.plimsoll.core.estimation.replay;

import dev.plimsoll.core.estimation.update.UpdateRules.Termination;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.model.PodSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pod in one run of a replay: what it has, and how its containers fare. */
final class ReplayedPod {
    private static final long FIRST_REST = 10_000;
    private static final long LONGEST_REST = 300_000;
    private static final long FORGIVEN_AFTER = 600_000;
    private static final String OOM_KILLED = "OOMKilled";

    PodSpec spec;
    Allowance allowance;
    long started;
    /** Whether the updater has to look at it again. */
    boolean isDue = true;

    SampledContainer[] samplers = {};
    /** All of them together. */
    SampledContainer whole = new SampledContainer();

    /** Memory that the containers hold, by container. */
    long[] held = {};

    private long[] runningSince = {};
    private long[] rests = {};
    private @Nullable Termination[] lastEnds = {};

    ReplayedPod(PodSpec spec, ContainerNames names, long started) {
        this.spec = spec;
        this.started = started;
        this.allowance = new Allowance(spec, names);
        reach(names.count());
    }

    /** Takes in containers that were seen for the first time. */
    void complete(ContainerNames names) {
        if (samplers.length == names.count()) return;
        spec = names.complete(spec);
        allowance = new Allowance(spec, names);
        reach(names.count());
    }

    private void reach(int count) {
        var before = samplers.length;
        samplers = Arrays.copyOf(samplers, count);
        for (var i = before; i < count; i++) samplers[i] = new SampledContainer();
        held = Arrays.copyOf(held, count);
        rests = Arrays.copyOf(rests, count);
        lastEnds = Arrays.copyOf(lastEnds, count);
        runningSince = Arrays.copyOf(runningSince, count);
        Arrays.fill(runningSince, before, count, started);
    }

    /** Changed while it runs. */
    void resize(PodSpec changed, ContainerNames names) {
        spec = changed;
        allowance = new Allowance(changed, names);
    }

    /** Made anew. */
    void recreate(PodSpec changed, ContainerNames names, long now) {
        resize(changed, names);
        started = now;
        whole = new SampledContainer();
        for (var i = 0; i < samplers.length; i++) samplers[i] = new SampledContainer();
        Arrays.fill(held, 0);
        Arrays.fill(rests, 0);
        Arrays.fill(lastEnds, null);
        Arrays.fill(runningSince, now);
    }

    boolean isRunning(int container, long now) {
        return now >= runningSince[container];
    }

    /** The container is killed for memory and started again after a rest that grows; how long that is. */
    long kill(int container, long now) {
        var since = runningSince[container];
        lastEnds[container] = new Termination(OOM_KILLED, Instant.ofEpochMilli(since), Instant.ofEpochMilli(now));
        var patient = rests[container] == 0 || now - since > FORGIVEN_AFTER;
        rests[container] = patient ? FIRST_REST : Math.min(2 * rests[container], LONGEST_REST);
        runningSince[container] = now + rests[container];
        held[container] = 0;
        isDue = true;
        return rests[container];
    }

    List<Termination> ends() {
        var ends = new ArrayList<Termination>();
        for (var end : lastEnds) {
            if (end != null) ends.add(end);
        }
        return ends;
    }
}
