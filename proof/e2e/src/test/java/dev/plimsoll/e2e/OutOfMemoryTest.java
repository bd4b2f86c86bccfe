package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.CgroupPaths.cgroup;
import static dev.plimsoll.e2e.RealNode.container;
import static dev.plimsoll.e2e.Specs.both;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Memory that runs out: whose limit it was is said. */
@Order(3)
// Acceptance of KEP-5419: e2e-oom
// Acceptance of nodes: resize-oom
class OutOfMemoryTest implements UsualNode {
    @Test
    void ofAContainer(RealNode node) throws IOException, InterruptedException {
        var pod = node.run(
                "p",
                Specs.podLevel(
                        both("100m 64Mi", "1 256Mi"),
                        Specs.container("a", both("100m 16Mi", "500m 48Mi")),
                        Specs.container("b", Specs.NONE)));
        new Memory(node).take(pod, "a", 80);
        node.awaitEvent(
                "p",
                "OOMKilled",
                message -> message.equals("Container a ran out of memory (limit 50331648) and was killed"));
        var again = node.await(
                "p",
                "a again",
                each -> container(each, "a").path("restartCount").asInt() == 1);
        assertThat(container(again, "a").at("/lastState/terminated/reason").asText())
                .isEqualTo("OOMKilled");
        assertThat(container(again, "b").path("restartCount").asInt()).isZero();
    }

    @Test
    void ofThePod(RealNode node) throws IOException, InterruptedException {
        var memory = new Memory(node);
        var pod = node.run(
                "p",
                Specs.podLevel(
                        both("100m 64Mi", "1 128Mi"),
                        Specs.container("a", Specs.NONE),
                        Specs.container("b", Specs.NONE)));
        memory.take(pod, "a", 70);
        memory.awaitUsed(cgroup(pod, "a"), 70);
        memory.take(pod, "b", 75);
        node.awaitEvent(
                "p",
                "OOMKilled",
                message -> message.startsWith("The pod ran out of memory (limit 134217728): container "));
    }
}
