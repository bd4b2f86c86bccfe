package dev.plimsoll.nodeagent.cri.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.resources.Actual;
import dev.plimsoll.core.resize.resources.ContainerInstance;
import dev.plimsoll.core.resize.state.PodObservation;
import dev.plimsoll.nodeagent.cri.cgroups.NoCgroups;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is told of containers that were killed for want of memory, and for how long it is remembered. */
class OutOfMemoryIncidentsTest {
    private static final String TOLD = "p OOMKilled Container a ran out of memory and was killed";

    private final List<String> told = new ArrayList<>();
    private final OutOfMemory outOfMemory =
            new OutOfMemory(new NoCgroups(), (uid, reason, message) -> told.add(uid + " " + reason + " " + message));

    private static PodObservation killed(String id) {
        var instance = new ContainerInstance(
                id,
                ContainerInstance.State.EXITED,
                0,
                137,
                Instant.EPOCH,
                Instant.EPOCH,
                "OOMKilled",
                "",
                "",
                null,
                ResourceRequirements.ABSENT,
                null);
        return new PodObservation("s", true, "", new Actual(null, new TreeMap<>(Map.of("a", instance))));
    }

    @Test
    void eachContainerIsToldOnce() {
        outOfMemory.notice("p", killed("one"));
        outOfMemory.notice("p", killed("one"));
        assertThat(told).containsExactly(TOLD);
        outOfMemory.notice("p", killed("two"));
        assertThat(told).containsExactly(TOLD, TOLD);
    }

    @Test
    void whatHadEndedBeforeTheNodeBeganIsNoNews() {
        outOfMemory.begin("p", killed("one"));
        outOfMemory.notice("p", killed("one"));
        assertThat(told).isEmpty();
    }

    /** A node that runs for months sees many of them. */
    @Test
    void containersAreForgottenWithTheirPodAndWhenOthersTookTheirPlace() {
        outOfMemory.notice("p", killed("one"));
        outOfMemory.retain(Set.of());
        outOfMemory.notice("p", killed("one"));
        assertThat(told).hasSize(2);
        outOfMemory.notice("p", killed("two"));
        outOfMemory.notice("p", killed("one"));
        assertThat(told).hasSize(4);
    }
}
