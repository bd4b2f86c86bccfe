package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.CgroupPaths.cgroup;
import static dev.plimsoll.e2e.RealNode.container;
import static dev.plimsoll.e2e.RealNode.id;
import static dev.plimsoll.e2e.Specs.both;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The life of a pod-level pod: what the kernel holds, what the API says, and that nothing is left. */
@Order(1)
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(OnRealNode.class)
// Acceptance of KEP-5419: cgroup-of-pod, e2e-cgroups, e2e-throttled
// Acceptance of nodes: resize-formulas, order, systemd
class PodLifeTest {
    /** As in the acceptance examples of the specification: one container without anything, one with its own. */
    private static ObjectNode pod;

    @BeforeAll
    static void start(RealNode node) throws IOException, InterruptedException {
        node.serveWith(RealNode.USUAL);
        pod = node.run(
                "p",
                Specs.podLevel(
                        both("1 128Mi", "2 256Mi"),
                        Specs.container("c1", "echo hello from c1; " + Specs.WAIT, Specs.NONE, ""),
                        Specs.container("c2", both("250m 32Mi", "500m 64Mi"))));
    }

    @AfterAll
    static void clear(RealNode node) throws IOException, InterruptedException {
        node.clear();
    }

    @Test
    @Order(1)
    void theNodeTellsWhatItIs(RealNode node) throws InterruptedException {
        var registered = node.nodes.await("vm-node", _ -> true);
        assertThat(registered.at("/status/capacity/cpu").asText()).isEqualTo("8");
        assertThat(registered.at("/status/nodeInfo/containerRuntimeVersion").asText())
                .startsWith("containerd://");
        assertThat(registered.at("/status/nodeInfo/kernelVersion").asText()).contains("cloud-amd64");
    }

    @Test
    @Order(2)
    void thePodsCgroupHoldsWhatThePodAsksFor(RealNode node) throws IOException, InterruptedException {
        assertThat(node.file(cgroup(pod), "cpu.weight")).isEqualTo("39");
        assertThat(node.file(cgroup(pod), "cpu.max")).isEqualTo("200000 100000");
        assertThat(node.file(cgroup(pod), "memory.max")).isEqualTo("268435456");
        assertThat(node.file(cgroup(pod), "hugetlb.2MB.max")).isEqualTo("0");
        assertThat(node.file(CgroupPaths.ofClass("burstable"), "cpu.weight")).isEqualTo("39");
    }

    /** What conflicts with the end of the machine is ended first, with all pods at once and none in the node's order. */
    @Test
    @Order(2)
    void slicesStayUntilTheNodeHasEndedItsPods(RealNode node) throws IOException, InterruptedException {
        for (var unit : CgroupPaths.units(cgroup(pod)))
            assertThat(node.guest.sh("systemctl show " + unit).lines())
                    .as(unit)
                    .contains("DefaultDependencies=no", "ActiveState=active")
                    .noneMatch(line -> line.startsWith("Conflicts="));
    }

    @Test
    @Order(3)
    void aContainerWithoutLimitsHasThoseOfThePod(RealNode node) throws IOException, InterruptedException {
        var c1 = cgroup(pod, "c1");
        assertThat(node.file(c1, "cpu.max")).isEqualTo("200000 100000");
        assertThat(node.file(c1, "memory.max")).isEqualTo("268435456");
        // 2048 shares, of the inherited limit: on the line of runc before 1.3.2, on the curve of later ones.
        assertThat(node.file(c1, "cpu.weight")).isIn("79", "174");
        assertThat(node.file(c1, "memory.oom.group")).isEqualTo("1");
        assertThat(node.file(c1, "memory.swap.max")).isEqualTo("0");
    }

    @Test
    @Order(4)
    void aContainerWithLimitsHasItsOwn(RealNode node) throws IOException, InterruptedException {
        var c2 = cgroup(pod, "c2");
        assertThat(node.file(c2, "cpu.max")).isEqualTo("50000 100000");
        assertThat(node.file(c2, "memory.max")).isEqualTo("67108864");
        assertThat(node.file(c2, "cpu.weight")).isIn("10", "35");
    }

    @Test
    @Order(5)
    void oomScoresShareWhatThePodHasBeyondItsContainers(RealNode node) throws IOException, InterruptedException {
        var registered = node.nodes.await("vm-node", _ -> true);
        var text = registered.at("/status/capacity/memory").asText();
        var capacity = Long.parseLong(text.replace("Ki", "")) * 1024;
        var extra = (96L << 20) / 2;
        assertThat(score(node, "c1")).isEqualTo(Long.toString(1000 - 1000 * extra / capacity));
        assertThat(score(node, "c2")).isEqualTo(Long.toString(1000 - 1000 * ((32L << 20) + extra) / capacity));
    }

    private static String score(RealNode node, String name) throws IOException, InterruptedException {
        return node.guest.sh("cat /proc/$(head -n 1 " + cgroup(pod, name) + "/cgroup.procs)/oom_score_adj");
    }

    @Test
    @Order(6)
    void theStatusSaysTheSame() {
        assertThat(pod.at("/status/resources"))
                .isEqualTo(
                        RealNode.json(
                                "{\"requests\":{\"cpu\":\"1\",\"memory\":\"128Mi\"},\"limits\":{\"cpu\":\"2\",\"memory\":\"256Mi\"}}"));
        assertThat(pod.at("/status/allocatedResources"))
                .isEqualTo(RealNode.json("{\"cpu\":\"1\",\"memory\":\"128Mi\"}"));
        assertThat(container(pod, "c1").path("resources")).isEmpty();
        assertThat(container(pod, "c2").path("resources"))
                .isEqualTo(
                        RealNode.json(
                                "{\"requests\":{\"cpu\":\"250m\",\"memory\":\"32Mi\"},\"limits\":{\"cpu\":\"500m\",\"memory\":\"64Mi\"}}"));
        assertThat(pod.at("/status/qosClass").asText()).isEqualTo("Burstable");
        assertThat(pod.at("/status/podIP").asText()).as("on the node's network").isEqualTo("127.0.0.1");
    }

    @Test
    @Order(7)
    void logsAreReadThroughTheApi(RealNode node) throws IOException {
        assertThat(node.log("p", "c1")).isEqualTo("hello from c1\n");
    }

    @Test
    @Order(8)
    void aContainerThatEndsIsNoticedThoughTheRuntimeHasNoEvents(RealNode node)
            throws IOException, InterruptedException {
        var c2 = id(pod, "c2");
        node.guest.sh("kill -9 $(head -n 1 " + cgroup(pod, "c2") + "/cgroup.procs)");
        var again = node.await(
                "p",
                "c2 again",
                each -> container(each, "c2").path("restartCount").asInt() == 1
                        && container(each, "c2").path("state").has("running"));
        assertThat(container(again, "c2").at("/lastState/terminated/exitCode").asInt())
                .isEqualTo(137);
        assertThat(id(again, "c2")).isNotEqualTo(c2);
        assertThat(id(again, "c1")).isEqualTo(id(pod, "c1"));
        assertThat(node.file(cgroup(again, "c2"), "memory.max")).isEqualTo("67108864");
    }

    @Test
    @Order(9)
    void aPodOnANetworkOfItsOwnHasAnAddressThere(RealNode node) throws InterruptedException {
        var own = node.run("q", "{\"hostNetwork\":false,\"containers\":[" + Specs.container("c", Specs.NONE) + "]}");
        assertThat(own.at("/status/podIP").asText()).startsWith("10.88.0.");
        assertThat(own.at("/status/qosClass").asText()).isEqualTo("BestEffort");
    }

    @Test
    @Order(10)
    void probesAndHooksRunInTheContainer(RealNode node) throws InterruptedException {
        var probes = ",\"lifecycle\":{\"postStart\":{\"exec\":{\"command\":[\"touch\",\"/tmp/greeted\"]}}},"
                + "\"livenessProbe\":{\"exec\":{\"command\":[\"test\",\"-e\",\"/tmp/greeted\"]},\"periodSeconds\":1},"
                + "\"readinessProbe\":{\"exec\":{\"command\":[\"test\",\"-e\",\"/tmp/ready\"]},\"periodSeconds\":1}";
        node.run("r", Specs.pod(Specs.container("c", "sleep 3; touch /tmp/ready; " + Specs.WAIT, Specs.NONE, probes)));
        var ready = node.await(
                "r", "ready", each -> container(each, "c").path("ready").asBoolean());
        assertThat(container(ready, "c").path("restartCount").asInt()).isZero();
    }

    @Test
    @Order(11)
    void whatAContainerLeavesIsToldWithItsEnd(RealNode node) throws InterruptedException {
        node.run(
                "m",
                "{\"restartPolicy\":\"Never\","
                        + Specs.pod(Specs.container(
                                        "c", "sleep 3; echo no more > /dev/termination-log; exit 3", Specs.NONE, ""))
                                .substring(1));
        var ended = node.await(
                "m", "ended", each -> container(each, "c").path("state").has("terminated"));
        assertThat(container(ended, "c").at("/state/terminated/message").asText())
                .isEqualTo("no more\n");
        assertThat(container(ended, "c").at("/state/terminated/exitCode").asInt())
                .isEqualTo(3);
    }

    @Test
    @Order(12)
    void nothingIsLeftOfAPodThatIsDeleted(RealNode node) throws IOException, InterruptedException {
        node.clear();
        assertThat(node.guest.run("ls -d " + cgroup(pod)).exit()).isNotZero();
        assertThat(node.containerd.containers()).isEmpty();
        assertThat(node.guest.sh("ls /var/lib/plimsoll/pods 2> /dev/null || true"))
                .isEmpty();
        node.guest.await("[ -z \"$(ls /var/log/pods)\" ]");
        assertThat(node.guest.sh("cat " + CgroupPaths.ofClass("burstable") + "/cpu.weight"))
                .isEqualTo("1");
    }
}
