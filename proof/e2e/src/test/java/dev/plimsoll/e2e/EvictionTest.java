package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.RealNode.condition;
import static dev.plimsoll.e2e.Specs.both;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

// Acceptance of nodes: eviction
/** Memory of the whole node runs short: who uses more than the pod asked for goes. */
@Order(5)
@Timeout(600)
@ExtendWith(OnRealNode.class)
class EvictionTest {
    @AfterEach
    void clear(RealNode node) throws IOException, InterruptedException {
        node.clear();
    }

    @Test
    void thePodThatUsesMoreThanItAskedForGoes(RealNode node) throws IOException, InterruptedException {
        node.serveWith(RealNode.USUAL);
        // What is left once two pods run, less what the greedy one will take: below that the node is short of memory.
        var free = Long.parseLong(node.guest.sh("sed -n 's/MemAvailable: *\\([0-9]*\\) kB/\\1/p' /proc/meminfo"));
        node.serveWith(List.of("--eviction-hard", "\"memory.available<" + (free - 200 * 1024) + "Ki\""));
        node.run("modest", Specs.podLevel(both("100m 256Mi", "1 512Mi"), Specs.container("a", Specs.NONE)));
        var greedy = node.run("greedy", Specs.podLevel(both("100m 32Mi", "1 512Mi"), Specs.container("a", Specs.NONE)));
        new Memory(node).take(greedy, "a", 300);

        var evicted = node.await(
                "greedy", "evicted", each -> each.at("/status/reason").asText().equals("Evicted"));
        assertThat(evicted.at("/status/phase").asText()).isEqualTo("Failed");
        assertThat(evicted.at("/status/message").asText())
                .startsWith("The node was low on resource: memory. Threshold quantity: ")
                .contains("Pod greedy was using ")
                .contains("request is 32Mi, has larger consumption of memory.");
        assertThat(condition(evicted, "DisruptionTarget").path("reason").asText())
                .isEqualTo("TerminationByKubelet");
        var pressed = node.nodes.await(
                "under pressure",
                each -> condition(each, "MemoryPressure")
                        .path("status")
                        .asText()
                        .equals("True"));
        assertThat(condition(pressed, "MemoryPressure").path("reason").asText())
                .isEqualTo("KubeletHasInsufficientMemory");
        node.guest.await("[ ! -d " + CgroupPaths.cgroup(greedy) + "/" + RealNode.id(greedy, "a") + " ]");
        assertThat(node.await("modest", "there", _ -> true).at("/status/phase").asText())
                .isEqualTo("Running");
    }
}
