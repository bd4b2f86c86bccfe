package dev.plimsoll.codec.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.Condition;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerStatus;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.PodStatus;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pods that share their parts are the pods that they were. */
class SharedPodsTest {
    private final SharedPods shared = new SharedPods();

    /** All lists of amounts of it are this one. */
    private static Pod pod(String name, ResourceAmounts amounts) {
        var requirements = ResourceRequirements.of(amounts, amounts);
        var status = new ContainerStatus("app", true, requirements, amounts);
        return new Pod(
                new ObjectMeta(name, "", "default", name, 1, Map.of("app", "web"), Map.of(), null),
                PodSpec.builder()
                        .container(Container.of("app", requirements))
                        .podLevel(requirements)
                        .build()
                        .withOverhead(amounts),
                new PodStatus(
                        "Running",
                        "Burstable",
                        0,
                        List.of(new Condition("Ready", "True", "", "", 0, "")),
                        List.of(status),
                        List.of(),
                        requirements,
                        amounts));
    }

    @Test
    @DisplayName(
            "a list of amounts that was given without entries stays one, whatever other pods have been told without it")
    void declared() {
        var absent = shared.of(pod("a", ResourceAmounts.ABSENT));
        var empty = shared.of(pod("b", ResourceAmounts.EMPTY));
        var absentAgain = shared.of(pod("c", ResourceAmounts.ABSENT));
        for (var pod : List.of(absent, absentAgain)) assertThat(amounts(pod)).noneMatch(ResourceAmounts::isDeclared);
        assertThat(amounts(empty)).allMatch(ResourceAmounts::isDeclared);
        assertThat(shared.of(absent.spec())).isSameAs(shared.of(absentAgain.spec()));
        assertThat(amounts(empty.withSpec(shared.of(empty.spec())))).allMatch(ResourceAmounts::isDeclared);
    }

    private static List<ResourceAmounts> amounts(Pod pod) {
        var container = pod.spec().containers().getFirst().resources();
        var status = pod.status().containerStatuses().getFirst();
        return List.of(
                container.requests(),
                container.limits(),
                pod.spec().resources().requests(),
                pod.spec().overhead(),
                status.resources().limits(),
                status.allocatedResources(),
                pod.status().resources().requests(),
                pod.status().allocatedResources());
    }

    @Test
    @DisplayName("pods of one template have the same parts")
    void parts() {
        var amounts = ResourceAmounts.parse("cpu=100m");
        var one = shared.of(pod("a", amounts));
        var other = shared.of(pod("b", ResourceAmounts.parse("cpu=100m")));
        assertThat(other.status()).isSameAs(one.status());
        assertThat(other.spec().containers()).isSameAs(one.spec().containers());
        assertThat(other.metadata().labels()).isSameAs(one.metadata().labels());
        assertThat(other.metadata().name()).isEqualTo("b");
    }
}
