package dev.plimsoll.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.resize.protocol.Act;
import dev.plimsoll.core.resize.state.PodRecord;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** "Resizing pods in a graceful shutdown state is permitted, and will be actuated best-effort" (KEP-1287). */
// Acceptance of KEP-1287: shutting-down
class ResizeWhileStoppingTest {
    private static final Duration STOP = Duration.ofSeconds(20);
    private static final String DELETED = "deleted";

    @Test
    void resizeIsAllocatedAndInForceWhileContainersEnd() {
        var node = stopping(containers("cpu=1,memory=512Mi"));
        node.resize(DELETED, _ -> containers("cpu=1500m,memory=768Mi"));
        node.pass(Duration.ofSeconds(5));
        var record = record(node);
        assertThat(record.actual().anyRunning()).isTrue();
        assertThat(record.held().cpu()).isEqualTo(1500);
        assertThat(memory(record)).isEqualTo(768L << 20);
        assertThat(record.conditions().inProgressOrNull()).isNull();
        var told = node.status(DELETED).container("c1");
        assertThat(told).isNotNull();
        assertThat(told.resources().requests()).hasToString("cpu=1500m,memory=768Mi");
        assertThat(node.events()).anyMatch(event -> event.startsWith("ResizeCompleted"));
        endsInTime(node);
    }

    /** One that had begun goes on; containers are told to stop though one of its calls is not answered yet. */
    @Test
    void resizeThatIsUnderWayGoesOnAndDelaysNothing() {
        var node = started(containers("cpu=1,memory=512Mi"));
        node.resize(DELETED, _ -> containers("cpu=1500m,memory=768Mi"));
        while (record(node).busy() == 0) assertThat(node.turn()).isTrue();
        node.delete(DELETED);
        while (record(node).stopping() == 0) {
            assertThat(record(node).busy()).isNotZero();
            assertThat(node.turn()).isTrue();
        }
        node.pass(Duration.ofSeconds(5));
        assertThat(memory(record(node))).isEqualTo(768L << 20);
        endsInTime(node);
    }

    @Test
    void nothingIsRestartedForIt() {
        var policy = Scenarios.restartsForMemory();
        var node = stopping(PodSpec.builder()
                .container(Container.of("c1", ResourceRequirements.parse("cpu=1,memory=512Mi", "memory=512Mi"))
                        .withResizePolicy(policy))
                .container("c2", "cpu=500m,memory=384Mi", "memory=384Mi")
                .build());
        node.resize(
                DELETED,
                spec -> spec.mappingContainers(container ->
                        container.withResources(ResourceRequirements.parse("cpu=600m,memory=256Mi", "memory=256Mi"))));
        node.pass(Duration.ofSeconds(5));
        var record = record(node);
        assertThat(node.acts()).noneMatch(Act.KillContainer.class::isInstance);
        assertThat(record.actuated()
                        .container("c1")
                        .requests()
                        .amount(ResourceName.MEMORY)
                        .value())
                .isEqualTo(512L << 20);
        assertThat(record.actuated()
                        .container("c2")
                        .requests()
                        .amount(ResourceName.MEMORY)
                        .value())
                .isEqualTo(256L << 20);
        assertThat(node.events()).noneMatch(event -> event.startsWith("ResizeCompleted"));
        assertThat(node.events())
                .anyMatch(event -> event.startsWith("ResizeError")
                        && event.contains("would have to be restarted for its resize, and its pod is being stopped"));
        endsInTime(node);
    }

    @Test
    void whatGoesWrongWithItDelaysNothing() {
        for (var trouble : List.of("runtime", "disk", "restart")) {
            var node = stopping(containers("cpu=1,memory=512Mi"));
            switch (trouble) {
                case "runtime" ->
                    node.runtime()
                            .faults(act ->
                                    act instanceof Act.UpdateContainer || act instanceof Act.Inspect ? "not now" : "");
                case "disk" -> node.disk().failNext(1_000);
                default -> {}
            }
            node.resize(DELETED, _ -> containers("cpu=1500m,memory=768Mi"));
            node.pass(Duration.ofSeconds(5));
            if (trouble.equals("restart")) {
                node.restart();
                node.pass(Duration.ofSeconds(1));
                assertThat(memory(record(node))).isEqualTo(768L << 20);
            }
            endsInTime(node);
        }
    }

    @Test
    void withoutRoomItWaitsAndNobodyHasToGoForIt() {
        var node = started(containers("cpu=1,memory=512Mi"));
        node.add("other", containers("cpu=2,memory=512Mi"));
        node.run();
        node.delete(DELETED);
        node.run();
        node.resize(DELETED, _ -> containers("cpu=3,memory=512Mi"));
        node.pass(Duration.ofSeconds(5));
        assertThat(record(node).conditions().isDeferred()).isTrue();
        node.resize("other", _ -> containers("cpu=500m,memory=512Mi"));
        node.pass(Duration.ofSeconds(5));
        assertThat(record(node).held().cpu()).isEqualTo(3000);
        endsInTime(node);
    }

    private static SteppedNode started(PodSpec spec) {
        var node = new SteppedNode(Scenario.NODE, FeatureGates.DEFAULT, null).started();
        node.takesTimeToStop(STOP);
        node.add(DELETED, spec);
        node.run();
        return node;
    }

    private static SteppedNode stopping(PodSpec spec) {
        var node = started(spec);
        node.delete(DELETED);
        node.run();
        assertThat(record(node).stopping()).isNotZero();
        return node;
    }

    private static void endsInTime(SteppedNode node) {
        node.pass(
                SteppedNode.START.plus(STOP).isAfter(node.now())
                        ? Duration.between(node.now(), SteppedNode.START.plus(STOP))
                        : Duration.ZERO);
        assertThat(node.record(DELETED)).isNull();
        assertThat(node.names()).doesNotContain(DELETED);
        assertThat(node.runtime().running()).doesNotContainKey("uid-" + DELETED);
    }

    private static long memory(PodRecord record) {
        var instance = record.actual().container("c1");
        assertThat(instance).isNotNull();
        var limits = instance.limits();
        assertThat(limits).isNotNull();
        return limits.memoryLimit();
    }

    private static PodRecord record(SteppedNode node) {
        var record = node.record(DELETED);
        assertThat(record).isNotNull();
        return record;
    }

    private static PodSpec containers(String amounts) {
        return PodSpec.builder().container("c1", amounts, amounts).build();
    }
}
