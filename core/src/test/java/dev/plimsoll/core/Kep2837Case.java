package dev.plimsoll.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.cgroups.CgroupValues;
import dev.plimsoll.core.demand.EffectiveDemand;
import dev.plimsoll.core.demand.EffectiveDemand.StatusOverhead;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodSpecBuilder;
import dev.plimsoll.core.validation.PodValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A pod on its way through KEP-2837: from the spec as written, over its defaults, to the scheduler and the cgroups.
 *
 * @param sentence what the KEP says of it
 * @param expected lines of {@link #outcome}
 */
record Kep2837Case(String sentence, PodSpec written, List<String> expected) {
    private static final long NODE_MEMORY = 1000L << 30;

    static Kep2837Case of(String sentence, PodSpecBuilder written, String... expected) {
        return new Kep2837Case(sentence, written.build(), List.of(expected));
    }

    void verify() {
        assertThat(outcome(written)).containsExactlyElementsOf(expected);
    }

    /**
     * One line per stage: each container's spec after defaulting, the pod's spec, its errors (then nothing more), what the
     * scheduler reserves and scores, the pod's cgroup, each container's cgroup.
     */
    static List<String> outcome(PodSpec written) {
        var spec = PodCreation.DEFAULT.apply(written).spec();
        var lines = new ArrayList<String>();
        for (var container : spec.containers()) {
            var resources = container.resources();
            lines.add(container.name() + " spec: " + resources.requests() + " / " + resources.limits());
        }
        lines.add("pod spec: " + spec.resources().requests() + " / "
                + spec.resources().limits());
        var errors = PodValidation.DEFAULT.checkNew(Pod.of("kep", spec));
        for (var error : errors) lines.add("error: " + error);
        if (!errors.isEmpty()) return lines;
        var demand = EffectiveDemand.under(FeatureGates.DEFAULT, StatusOverhead.INCLUDED);
        lines.add("scheduler: " + demand.requests(Pod.of("kep", spec)) + ", scored as "
                + demand.scoringRequests(Pod.of("kep", spec)));
        var pod = CgroupValues.DEFAULT.pod(spec);
        lines.add("pod cgroup: " + pod.cpuWeight() + ", " + pod.cpuMax() + ", " + pod.memoryMax());
        for (var container : spec.containers()) lines.add(container.name() + " cgroup: " + cgroup(spec, container));
        return lines;
    }

    private static String cgroup(PodSpec spec, Container container) {
        var values = CgroupValues.DEFAULT.container(spec, container, NODE_MEMORY, Set.of());
        return values.cpuWeight() + ", " + values.cpuMax() + ", " + values.memoryMax();
    }

    @Override
    public String toString() {
        return sentence;
    }
}
