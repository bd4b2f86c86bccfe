package dev.plimsoll.core.workloads.deployment;

import static dev.plimsoll.core.workloads.TestPod.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.TestPod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InPlaceTest {
    private static final String PART = "containers/c";
    private static final InPlace ON = InPlace.under(FeatureGates.DEFAULT.with(Gate.DEPLOYMENT_IN_PLACE_RESIZE, true));

    private static ResourceRequirements cpu(String amount) {
        return ResourceRequirements.parse("cpu=" + amount, "");
    }

    private static PodTemplate template(String cpu) {
        return new PodTemplate("cpu " + cpu, "", Map.of(PART, cpu(cpu)));
    }

    private static ObjectMetadata meta(String name, Map<String, String> annotations) {
        return new ObjectMetadata("ns", name, name, "", 1, NOW, false, Map.of(), annotations, List.of(), List.of());
    }

    private static OwnedReplicaSet set(String name, String cpu, int replicas, Map<String, String> annotations) {
        return new OwnedReplicaSet(
                meta(name, annotations),
                template(cpu),
                replicas,
                0,
                replicas,
                replicas,
                replicas,
                0,
                1,
                Conditions.NONE);
    }

    private static DeploymentSpec deployment(String cpu) {
        return new DeploymentSpec(
                meta("d", Map.of(InPlace.POLICY, "InPlace")),
                template(cpu),
                "d-new",
                2,
                false,
                false,
                new IntOrString.Absent(),
                new IntOrString.Absent(),
                0,
                null,
                10);
    }

    private static ControlledPod pod(String name, String cpu) {
        return TestPod.ready(name).resources(PART, cpu(cpu)).build();
    }

    @Test
    @DisplayName("a change of resources alone first keeps the history, then goes into the set that has the pods")
    void begins() {
        var only = set("a", "1", 2, Map.of());
        assertThat(ON.begin(deployment("2"), List.of(only))).contains(List.of(new Action.KeepHistory(only)));
        var kept = set("h", "1", 0, Map.of());
        assertThat(ON.begin(deployment("2"), List.of(only, kept)))
                .hasValueSatisfying(actions -> assertThat(actions)
                        .singleElement()
                        .isInstanceOfSatisfying(Action.ResizeSet.class, resize -> {
                            assertThat(resize.set()).isEqualTo(only);
                            assertThat(resize.annotations()).containsEntry(InPlace.MARK, "true");
                        }));
        var same = set("s", "2", 0, Map.of());
        assertThat(ON.begin(deployment("2"), List.of(only, same))).contains(List.of(new Action.DeleteSet(same)));
        assertThat(InPlace.under(FeatureGates.DEFAULT).begin(deployment("2"), List.of(only)))
                .isEmpty();
    }

    @Test
    @DisplayName("pods are resized one after the other, and the mark goes when all have the new resources")
    void goesOn() {
        var marked = set("a", "2", 2, Map.of(InPlace.MARK, "true"));
        assertThat(ON.goOn(marked, List.of(pod("p", "1"), pod("q", "1"))))
                .containsExactly(new Action.ResizePod(pod("p", "1"), marked));
        assertThat(ON.goOn(marked, List.of(pod("p", "2"), pod("q", "1"))))
                .containsExactly(new Action.ResizePod(pod("q", "1"), marked));
        assertThat(ON.goOn(marked, List.of(pod("p", "2"), pod("q", "2000m"))))
                .containsExactly(new Action.UpdateSet(marked, Map.of(), 0));
        var unready = TestPod.running("p").resources(PART, cpu("2")).build();
        assertThat(ON.goOn(marked, List.of(unready, pod("q", "1")))).isEmpty();
    }
}
