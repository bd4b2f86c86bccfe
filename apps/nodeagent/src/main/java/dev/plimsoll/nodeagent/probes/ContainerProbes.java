package dev.plimsoll.nodeagent.probes;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.lifecycle.ContainerHandler;
import dev.plimsoll.core.model.lifecycle.Probe;
import dev.plimsoll.core.resize.probes.ProbeKind;
import dev.plimsoll.core.resize.probes.ProbeRun;
import dev.plimsoll.core.resize.probes.ProbeText;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.Stage;
import dev.plimsoll.nodeagent.handlers.HandlerRunner;
import dev.plimsoll.nodeagent.handlers.PartEvents;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import dev.plimsoll.nodeagent.runtime.PodRuntime;
import dev.plimsoll.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The probes of a node's containers. The machine says what runs, and hears of results. */
public final class ContainerProbes implements AutoCloseable {
    private final Wiring wiring;
    private final Instant begun;
    /** By pod uid. */
    private final Map<String, List<ProbeLoop>> loops = new ConcurrentHashMap<>();

    private final ProbeCounts counts = new ProbeCounts();

    /**
     * What it works with.
     *
     * @param records what is known of a pod at this moment, by uid; null where nothing is
     * @param results hears what runs have come to
     */
    public record Wiring(
            PodRuntime runtime,
            HandlerRunner handlers,
            Function<String, @Nullable PodRecord> records,
            PartEvents events,
            Consumer<NodeEvent> results,
            Timers timers,
            Executor executor,
            InstantSource clock,
            RandomGenerator random) {}

    public ContainerProbes(Wiring wiring) {
        this.wiring = wiring;
        this.begun = wiring.clock().instant();
    }

    /** Something about a pod has changed: what is not probed yet and should be is from now on. */
    public void seen(PodRecord record) {
        if (record.stage() != Stage.ADMITTED && record.stage() != Stage.TERMINATING) return;
        var known = loops.get(record.uid());
        if (known != null) known.forEach(loop -> loop.nudge(record));
        else if (record.stage() == Stage.ADMITTED && hasProbes(record)) begin(record);
    }

    private static boolean hasProbes(PodRecord record) {
        var spec = record.pod().spec();
        return spec.containers().stream().anyMatch(each -> each.lifecycle().hasProbes())
                || spec.initContainers().stream()
                        .anyMatch(each -> each.lifecycle().hasProbes());
    }

    private void begin(PodRecord record) {
        var made = new ArrayList<ProbeLoop>();
        var spec = record.pod().spec();
        for (var container : spec.initContainers())
            if (container.restartsAlways()) add(made, record, "spec.initContainers{", container);
        for (var container : spec.containers()) add(made, record, "spec.containers{", container);
        loops.put(record.uid(), List.copyOf(made));
        made.forEach(loop -> loop.nudge(record));
    }

    private void add(List<ProbeLoop> made, PodRecord record, String list, Container container) {
        for (var kind : ProbeKind.values()) {
            var probe = kind.of(container.lifecycle());
            if (probe == null) continue;
            var loop = new ProbeLoop(this, record, list + container.name() + "}", container, kind, probe);
            loop.start(first(record, container, probe));
            made.add(loop);
        }
    }

    /** At once, but for what ran before this process did: of many containers each has its own moment in the period. */
    private Duration first(PodRecord record, Container container, Probe probe) {
        var instance = record.actual().container(container.name());
        if (instance == null || !instance.startedAt().isBefore(begun)) return Duration.ZERO;
        return Duration.ofMillis(wiring.random().nextLong(probe.periodSeconds() * 1000L));
    }

    /** Nothing is left of a pod. */
    public void remove(String uid) {
        var ended = loops.remove(uid);
        if (ended != null) ended.forEach(ProbeLoop::end);
        counts.remove(uid);
    }

    public ProbeCounts counts() {
        return counts;
    }

    ProbeRun run(PodRecord record, Container container, ProbeKind kind, Probe probe) {
        var run = ran(record, container, kind, probe);
        // Of a pod that is gone meanwhile nothing is counted any more.
        if (loops.containsKey(record.uid())) counts.count(record, container.name(), kind, run);
        return run;
    }

    private ProbeRun ran(PodRecord record, Container container, ProbeKind kind, Probe probe) {
        if (wiring.runtime().hasNetwork()) return wiring.handlers().probe(record, container, probe);
        return SimulatedProbe.run(record, container, kind, () -> simulated(record, container, probe));
    }

    private ProbeRun simulated(PodRecord record, Container container, Probe probe) {
        if (probe.handler() instanceof ContainerHandler.Exec(var command)) {
            var words = HandlerRunner.words(container, command);
            var timeout = Duration.ofSeconds(probe.timeoutSeconds());
            var outcome = wiring.runtime().run(record.uid(), container.name(), words, timeout);
            if (outcome instanceof CommandOutcome.Exited(var code, var _) && SimulatedProbe.isUnknownProgram(code))
                return new ProbeRun.Succeeded("");
            return HandlerRunner.probe(words, outcome);
        }
        var isServer = wiring.runtime()
                .network()
                .map(network -> network.isServer(record.uid(), container.name()))
                .orElse(false);
        return isServer ? wiring.handlers().probe(record, container, probe) : new ProbeRun.Succeeded("");
    }

    @Nullable
    PodRecord record(String uid) {
        var record = wiring.records().apply(uid);
        if (record == null) remove(uid);
        return record;
    }

    void warn(PodRecord record, String part, ProbeText.Warning warning) {
        wiring.events().tell(record.pod().metadata(), part, true, warning.reason(), warning.message());
    }

    void tell(NodeEvent result) {
        wiring.results().accept(result);
    }

    Timers timers() {
        return wiring.timers();
    }

    Executor executor() {
        return wiring.executor();
    }

    Instant now() {
        return wiring.clock().instant();
    }

    @Override
    public void close() {
        List.copyOf(loops.keySet()).forEach(this::remove);
    }
}
