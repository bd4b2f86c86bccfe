package dev.plimsoll.nodeagent.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.resize.protocol.NodeEvent;
import dev.plimsoll.nodeagent.testing.OneNode;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole node in virtual time: a shrink that waits for memory is tried as soon as there is less in use, and not before. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
// Acceptance of KEP-1287: memory-decrease-pod, memory-decrease-later
// Acceptance of nodes: resize-below-usage
class BlockedShrinksTest {
    private OneNode node;
    private BlockedShrinks shrinks;

    @BeforeEach
    void start() {
        node = new OneNode("cpu=8,memory=32Gi,pods=110");
        shrinks = new BlockedShrinks(node.agent, node.time::instant);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private static PodSpec spec(boolean podLevel, String memory) {
        var amounts = "memory=" + memory;
        return podLevel
                ? PodSpec.builder()
                        .podLevel(amounts, amounts)
                        .container("c", "", "")
                        .build()
                : PodSpec.builder().container("c", amounts, amounts).build();
    }

    private void resize(PodSpec spec) {
        var pod = node.pod("p").pod();
        var meta = pod.metadata();
        var next = new ObjectMeta(
                meta.name(),
                "",
                meta.namespace(),
                meta.uid(),
                meta.generation() + 1,
                meta.labels(),
                meta.annotations(),
                null);
        node.agent.tell(new NodeEvent.PodUpdated(node.time.instant(), new Pod(next, spec, pod.status())));
    }

    @ParameterizedTest(name = "of the pod level: {0}")
    @ValueSource(booleans = {true, false})
    void isTriedAsSoonAsItCanSucceed(boolean podLevel) {
        // 1Gi, and 6Gi from second 20 to second 120.
        node.run("p", spec(podLevel, "8Gi"), "memory.c", "burst 1Gi 6Gi 100s 120s");
        node.pass(Duration.ofSeconds(30));
        resize(spec(podLevel, "2Gi"));
        assertThat(node.agent.waitingForMemory()).containsExactly("uid-p");
        assertThat(node.pod("p").conditions().inProgressOrNull()).isNotNull();

        for (var second = 0; second < 60; second++) {
            node.pass(BlockedShrinks.PERIOD);
            var before = node.pod("p");
            shrinks.look();
            assertThat(node.pod("p").failedAttempts()).isEqualTo(before.failedAttempts());
            assertThat(node.pod("p").retryAtOrNull()).isEqualTo(before.retryAtOrNull());
        }

        node.pass(Duration.ofSeconds(31));
        shrinks.look();
        assertThat(node.pod("p").conditions().inProgressOrNull()).isNull();
        assertThat(node.pod("p").published().resources().limits().toString()).contains("2Gi");
        assertThat(node.agent.waitingForMemory()).isEmpty();
    }

    @Test
    void anotherErrorWaitsItsTime() {
        node.run("p", spec(true, "2Gi"), "memory.c", "constant 1Gi", "veto", "no room in the socket");
        resize(spec(true, "4Gi"));
        var failed = node.pod("p");
        assertThat(failed.failedAttempts()).isEqualTo(1);
        assertThat(node.agent.waitingForMemory()).isEmpty();
        shrinks.look();
        assertThat(node.pod("p").failedAttempts()).isEqualTo(1);
    }
}
