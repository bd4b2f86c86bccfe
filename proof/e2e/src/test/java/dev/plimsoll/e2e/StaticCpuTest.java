package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.CgroupPaths.cgroup;
import static dev.plimsoll.e2e.RealNode.condition;
import static dev.plimsoll.e2e.RealNode.container;
import static dev.plimsoll.e2e.Specs.both;
import static dev.plimsoll.e2e.Specs.exactly;
import static dev.plimsoll.e2e.Specs.resized;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** CPUs of their own for containers and pods, on two NUMA nodes of two cores with two threads each; CPU 0 is the system's. */
@Order(6)
@Timeout(600)
@ExtendWith(OnRealNode.class)
// Acceptance of KEP-1287: infeasible-cpu-manager
// Acceptance of nodes: pinned
class StaticCpuTest {
    @BeforeAll
    static void start(RealNode node) throws IOException, InterruptedException {
        node.serveWith(List.of(
                "--cpu-policy",
                "static",
                "--reserved-cpus",
                "1",
                "--reserved",
                "cpu=1",
                "--topology-policy",
                "single-numa-node",
                "--topology-scope",
                "pod",
                "--feature-gates",
                "PodLevelResourceManagers=true"));
    }

    @AfterEach
    void clear(RealNode node) throws IOException, InterruptedException {
        node.clear();
    }

    private static String allowed(RealNode node, String cgroup) throws IOException, InterruptedException {
        return node.guest.sh(
                "sed -n 's/Cpus_allowed_list:[[:space:]]*//p' /proc/$(head -n 1 " + cgroup + "/cgroup.procs)/status");
    }

    @Test
    void whoeverSharesMovesWhenSomebodyTakesCpusForItself(RealNode node) throws IOException, InterruptedException {
        var sharing = node.run("sharing", Specs.pod(Specs.container("a", both("100m 32Mi", "2 64Mi"))));
        assertThat(allowed(node, cgroup(sharing, "a"))).isEqualTo("0-7");
        var own = node.run("own", Specs.pod(Specs.container("a", exactly("2 64Mi"))));
        // A whole core, and the first that has both its threads free: CPU 0 is reserved.
        assertThat(node.file(cgroup(own, "a"), "cpuset.cpus")).isEqualTo("2-3");
        assertThat(allowed(node, cgroup(own, "a"))).isEqualTo("2-3");
        assertThat(node.file(cgroup(own, "a"), "cpu.max"))
                .as("CPUs of its own are not throttled")
                .startsWith("max ");
        assertThat(node.file(cgroup(own), "cpu.max")).startsWith("max ");
        node.guest.await("[ \"$(cat " + cgroup(sharing, "a") + "/cpuset.cpus)\" = 0-1,4-7 ]");
        assertThat(node.guest.sh("cat /var/lib/plimsoll/cpu_manager_state"))
                .contains("2-3")
                .contains("0-1,4-7");

        node.delete("own");
        node.guest.await("[ \"$(cat " + cgroup(sharing, "a") + "/cpuset.cpus)\" = 0-7 ]");
        assertThat(container(node.await("sharing", "there", _ -> true), "a")
                        .path("restartCount")
                        .asInt())
                .isZero();
    }

    @Test
    void aPodHasCpusOfItsOwnThatItsContainersShare(RealNode node) throws IOException, InterruptedException {
        var sharing = node.run("sharing", Specs.pod(Specs.container("a", both("100m 32Mi", "2 64Mi"))));
        var pod = node.run(
                "p",
                Specs.podLevel(
                        exactly("4 192Mi"),
                        Specs.container("own", exactly("2 64Mi")),
                        Specs.container("one", Specs.NONE),
                        Specs.container("other", Specs.NONE)));
        // Four CPUs of one NUMA node: the second one, for of the first a CPU is reserved.
        assertThat(node.file(cgroup(pod, "own"), "cpuset.cpus")).isEqualTo("4-5");
        assertThat(node.file(cgroup(pod, "one"), "cpuset.cpus")).isEqualTo("6-7");
        assertThat(node.file(cgroup(pod, "other"), "cpuset.cpus")).isEqualTo("6-7");
        assertThat(node.file(cgroup(pod, "own"), "cpu.max")).startsWith("max ");
        assertThat(node.file(cgroup(pod), "cpu.max"))
                .as("who shares is bounded")
                .isEqualTo("400000 100000");
        node.guest.await("[ \"$(cat " + cgroup(sharing, "a") + "/cpuset.cpus)\" = 0-3 ]");
    }

    @Test
    void aGuaranteedPodCannotBeResizedBesideTheStaticPolicy(RealNode node) throws IOException, InterruptedException {
        var pod = node.run("p", Specs.pod(Specs.container("a", exactly("2 64Mi"))));
        node.wish("p", Specs.pod(resized("a", exactly("3 64Mi"))));
        var infeasible = node.await(
                "p",
                "infeasible",
                each -> condition(each, "PodResizePending")
                        .path("reason")
                        .asText()
                        .equals("Infeasible"));
        assertThat(condition(infeasible, "PodResizePending").path("message").asText())
                .startsWith("Resize is infeasible for Guaranteed Pods alongside CPU Manager policy \"static\"");
        assertThat(node.file(cgroup(pod, "a"), "cpuset.cpus")).isEqualTo("2-3");
    }
}
