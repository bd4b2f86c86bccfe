package dev.plimsoll.core.resize;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.resize.actuation.Actuation;
import dev.plimsoll.core.resize.actuation.Effective;
import dev.plimsoll.core.resize.admission.HeldRequests;
import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.resources.Actuated;
import dev.plimsoll.core.resize.resources.Allocated;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.resources.ContainerLimits;
import dev.plimsoll.core.resize.resources.PodLimits;
import dev.plimsoll.core.resize.resources.PodResources;
import dev.plimsoll.core.resize.state.NodeFacts;
import dev.plimsoll.core.resize.state.NodeState;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.core.resize.state.PodRecord;
import dev.plimsoll.core.resize.state.PodRecordDraft;
import dev.plimsoll.core.resize.state.PodSource;
import dev.plimsoll.core.resize.state.Stage;
import java.time.Instant;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Pods that run, for tests of single decisions. */
final class Records {
    static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");
    static final NodeFacts NODE = NodeFacts.of("node", ResourceAmounts.parse("cpu=4,memory=4Gi,pods=110"));

    private Records() {}

    /** A pod that has what it asks for, all containers running. */
    static PodRecord running(String name, PodSpec spec) {
        var meta = ObjectMeta.named(name).withUid("uid-" + name).withGeneration(1);
        var draft = PodRecordDraft.heardOf(new Pod(meta, spec, PodStatus.NONE), PodSource.API, NOW)
                .edit();
        draft.stage = Stage.ADMITTED;
        draft.allocated = new Allocated(PodResources.of(spec));
        var limits = PodLimits.of(Actuation.under(FeatureGates.DEFAULT).podCgroup(spec, true));
        var actuated = Actuated.NOTHING.withPod(limits).withPodLevel(spec.resources());
        var instances = new TreeMap<String, ContainerInstance>();
        for (var container : spec.containers()) {
            actuated = actuated.with(container.name(), Effective.of(spec, container));
            instances.put(
                    container.name(),
                    ContainerInstance.running("id-" + container.name(), 0, NOW, new ContainerLimits(0, 0, 0, 0)));
        }
        draft.actuated = actuated;
        draft.observed = new PodObservation("sandbox-" + name, true, "10.0.0.1", new Actual(limits, instances));
        return held(draft.done());
    }

    static PodRecord with(PodRecord record, Consumer<PodRecordDraft> change) {
        var draft = record.edit();
        change.accept(draft);
        return held(draft.done());
    }

    /** The same pod after its spec was changed. */
    static PodRecord wanting(PodRecord record, UnaryOperator<PodSpec> change) {
        return with(record, draft -> {
            var meta = draft.pod.metadata();
            draft.pod = draft.pod
                    .withSpec(change.apply(draft.pod.spec()))
                    .withMetadata(meta.withGeneration(meta.generation() + 1));
        });
    }

    /** The same pod after a change of its spec was allocated but not acted on. */
    static PodRecord allocated(PodRecord record, UnaryOperator<PodSpec> change) {
        var wanting = wanting(record, change);
        return with(wanting, draft -> draft.allocated = wanting.desired().granted());
    }

    private static PodRecord held(PodRecord record) {
        var draft = record.edit();
        draft.held = HeldRequests.under(FeatureGates.DEFAULT).of(record);
        return draft.done();
    }

    static NodeState node(NodeFacts facts, PodRecord... pods) {
        var state = NodeMachine.under(FeatureGates.DEFAULT, null).initial(facts).withSourcesReady();
        for (var pod : pods) state = state.with(pod);
        return state;
    }
}
