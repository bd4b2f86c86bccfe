package dev.plimsoll.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.topology.machine.CpuSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MachinePictureTest {
    @Test
    @DisplayName("sockets, nodes, cores, who has each CPU, the pools, memory, and the reason of each placement")
    void picture() {
        var node = TestNode.on("2s2n4c2t,memory=8Gi,cpuless=1")
                .reserve("0,8")
                .memory("0=1Gi")
                .align("restricted", "pod")
                .podLevel();
        var first = node.admit(PodText.pod("p1 pod=5/4Gi init:setup c1=3/3Gi c2 c3"));
        var second = node.admit(PodText.pod("p2 c=2/1Gi"));
        var third = node.admit(PodText.pod("p3 c=1500m/1Gi"));
        var fourth = node.admit(PodText.pod("p4 pod=3/3Gi c=2/2Gi"));
        var pods = List.of(
                new MachinePicture.Shown("web", first),
                new MachinePicture.Shown("db", second),
                new MachinePicture.Shown("cron", third),
                new MachinePicture.Shown("batch", fourth));
        assertThat(MachinePicture.draw(node.resourceManagers(), node.state(), pods))
                .isEqualTo("""
                        socket 0
                          node 0: memory 7Gi for pods, 2Gi free
                            [0,8 RR] [1,9 bb] [2,10 cc] [3,11 b.]
                        socket 1
                          node 1: memory 8Gi for pods, 4Gi free
                            [4,12 dd] [5,13 ee] [6,14 -.] [7,15 ..]
                          node 2: memory 8Gi for pods, 8Gi free

                         . the node's shared CPUs: 0,7-8,11,14-15
                         R reserved for the system: 0,8
                           web as one: 1-3,9-10
                         a web/setup: shares 1-3,9-10 with its pod; 4Gi on nodes {0} (it runs before the pod's other containers, so it may use all of the pod's resources but those of sidecars)
                         b web/c1: 1,3,9 to itself; 3Gi on nodes {0} (its own requests and limits are equal, so it has a slice of the pod's resources to itself)
                         c web/c2: shares 2,10 with its pod; 1Gi on nodes {0} (it has no guarantee of its own, so it shares what the pod's other containers leave of the pod's resources)
                         c web/c3: shares 2,10 with its pod; 1Gi on nodes {0} (it has no guarantee of its own, so it shares what the pod's other containers leave of the pod's resources)
                         d db/c: 4,12 to itself; 1Gi on nodes {1} (its own requests and limits are equal, so what it asks for is its own)
                         . cron/c: the node's shared CPUs; 1Gi on nodes {0} (container requested non-integral CPUs)
                           batch as one: 5-6,13
                         e batch/c: 5,13 to itself; 2Gi on nodes {1} (its own requests and limits are equal, so it has a slice of the pod's resources to itself)
                         - batch: 6 (the pod reserves more than its containers use; the rest stays reserved and idle)
                        """);
    }

    @Test
    @DisplayName("a machine as its node reports it: which pods have which CPUs for themselves")
    void holders() {
        var node = TestNode.on("1s1n4c1t,memory=4Gi").align("restricted", "pod").podLevel();
        var pods = List.of(
                new MachinePicture.Holder("shop/db", CpuSet.of(1, 2)),
                new MachinePicture.Holder("shop/web", CpuSet.EMPTY));
        assertThat(MachinePicture.drawHolders(node.resourceManagers(), node.state(), pods))
                .contains("[1 a] [2 a]")
                .contains("a shop/db: 1-2")
                .doesNotContain("shop/web");
    }
}
