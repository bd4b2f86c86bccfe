package dev.plimsoll.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.ProgramCommand;
import dev.plimsoll.podresources.v1.ListPodResourcesRequest;
import dev.plimsoll.podresources.v1.PodResourcesListerGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.io.File;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole cluster whose node pins CPUs: everybody who asks is told which ones a pod got, and a debugger has none of them. */
@Tag(ProgramCommand.TAG)
class ExclusiveResourcesTest {
    private static final String[] OPTIONS = {
        "--nodes", "1",
        "--topology", "2s2n8c1t,memory=16Gi",
        "--cpu-policy", "static",
        "--reserved-cpus", "0",
        "--topology-policy", "restricted",
        "--topology-scope", "pod",
        "--feature-gates", "PodLevelResourceManagers=true"
    };

    @TempDir
    Path folder;

    @BeforeEach
    void kubectlIsThere() {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "kubectl"))),
                "no kubectl on the PATH");
    }

    private String pod() throws IOException {
        return Files.writeString(folder.resolve("pod.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  resources:
                    requests: {cpu: "4", memory: 4Gi}
                    limits: {cpu: "4", memory: 4Gi}
                  containers:
                  - name: own
                    image: i
                    resources:
                      requests: {cpu: "2", memory: 2Gi}
                      limits: {cpu: "2", memory: 2Gi}
                  - {name: side, image: i}
                """).toString();
    }

    @Test
    void everybodyIsTold() throws Exception {
        String before;
        try (var up = Up.start(folder, OPTIONS)) {
            up.kubectl("apply", "-f", pod());
            up.kubectl("wait", "--for=condition=Ready", "pod/web", "--timeout=60s");
            up.kubectl("wait", "--for=condition=plimsoll.dev/ExclusiveResources", "pod/web", "--timeout=60s");
            assertThat(up.plimsoll("explain", "pod", "web"))
                    .contains("Assigned on node-0:")
                    .contains("own: CPUs 1-2 to itself")
                    .contains("side: CPUs 3-4 shared within the pod");
            assertThat(up.plimsoll("explain", "pod", "web", "-o", "json")).contains("\"isolation\" : \"container\"");
            assertThat(up.plimsoll("explain", "node/node-0"))
                    .as("the machine, with who has which CPU")
                    .contains("socket 0")
                    .contains("a default/web: 1-4");
            assertThat(up.plimsoll("watch", "--once")).containsPattern("default/web \\* .* 1-4\\n");
            assertThat(up.plimsoll("watch", "--once", "-o", "json")).containsPattern("\"exclusiveCpus\" ?: ?\"1-4\"");
            assertThat(awaitEvent(up, "ResourcesAssigned"))
                    .contains("container own: CPUs 1-2 to itself; container side: CPUs 3-4 shared within the pod");
            var port =
                    up.kubectl("get", "node", "node-0", "-o=jsonpath={.status.daemonEndpoints.kubeletEndpoint.Port}");
            assertThat(up.kubectl("--server=https://127.0.0.1:" + port, "get", "--raw", "/nodes/node-0/pods"))
                    .contains("plimsoll.dev/ExclusiveResources");
            assertThat(podResources()).containsExactly(1L, 2L);
            debug(up);
            before = condition(up);
            up.kill();
        }
        Files.writeString(folder.resolve("data/nodes/node-0/cpu_manager_state"), "{\"policyName\":\"static\",");
        try (var up = Up.start(folder, OPTIONS)) {
            up.kubectl(
                    "wait",
                    "--for=jsonpath={.status.ephemeralContainerStatuses[0].state.running}",
                    "pod/web",
                    "--timeout=60s");
            assertThat(condition(up))
                    .as("the file was damaged, and the pod has what it had")
                    .isEqualTo(before);
            assertThat(up.plimsoll("explain", "pod", "web")).contains("own: CPUs 1-2 to itself");
            assertThat(podResources()).containsExactly(1L, 2L);
        }
    }

    private static String awaitEvent(Up up, String reason) throws IOException, InterruptedException {
        for (var asked = 0; asked < 500; asked++) {
            var events = up.kubectl("get", "events", "--field-selector=reason=" + reason);
            if (events.contains(reason)) return events;
        }
        throw new AssertionError("no event " + reason);
    }

    private static String condition(Up up) throws IOException, InterruptedException {
        return up.kubectl(
                "get",
                "pod",
                "web",
                "-o=jsonpath={.status.conditions[?(@.type==\"plimsoll.dev/ExclusiveResources\")].message}");
    }

    private static void debug(Up up) throws IOException, InterruptedException {
        up.kubectl("debug", "web", "--image=tools:1", "--container=debugger", "--profile=general", "--attach=false");
        up.kubectl(
                "wait",
                "--for=jsonpath={.status.ephemeralContainerStatuses[0].state.running}",
                "pod/web",
                "--timeout=60s");
        assertThat(up.kubectl("get", "pod", "web", "-o=jsonpath={.status.ephemeralContainerStatuses[0]}"))
                .contains("\"name\":\"debugger\"")
                .contains("\"ready\":false")
                .doesNotContain("resources");
        assertThat(up.kubectl("logs", "web", "-c", "debugger"))
                .contains("started tools:1 cpu.max=\"400000 100000\" memory.max=" + (4L << 30));
        assertThat(up.kubectl("get", "pod", "web", "-o=jsonpath={.status.phase}"))
                .isEqualTo("Running");
    }

    /** The CPUs of the exclusive container, as monitoring on the node asks for them. */
    private List<Long> podResources() throws InterruptedException {
        var group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        var socket = folder.resolve("data/nodes/node-0/pod-resources/kubelet.sock");
        var channel = NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                .eventLoopGroup(group)
                .channelType(NioDomainSocketChannel.class)
                .usePlaintext()
                .overrideAuthority("localhost")
                .build();
        try {
            return PodResourcesListerGrpc.newBlockingStub(channel)
                    .list(ListPodResourcesRequest.getDefaultInstance())
                    .getPodResourcesList()
                    .getFirst()
                    .getContainersList()
                    .getFirst()
                    .getCpuIdsList();
        } finally {
            channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    void aNodeThatWouldHaveToMoveAPodDoesNotStartAndTheClusterSaysSo() throws Exception {
        try (var up = Up.start(folder, OPTIONS)) {
            up.kubectl("apply", "-f", pod());
            up.kubectl("wait", "--for=condition=Ready", "pod/web", "--timeout=60s");
            assertThat(up.stop()).isEqualTo(143);
        }
        var other = OPTIONS.clone();
        other[7] = "0-3";
        try (var up = Up.start(folder, other)) {
            assertThat(String.join("\n", up.said))
                    .contains("node node-0 does not start: pod default/web (uid ")
                    .contains("has the CPUs \"1-4\" of which \"1-3\" are now reserved: delete the pod, or start with");
            assertThat(awaitEvent(up, "NodeNotStarted")).contains("default/web");
            up.kubectl("delete", "pod", "web", "--force", "--grace-period=0");
            assertThat(up.stop()).isEqualTo(143);
        }
        try (var up = Up.start(folder, other)) {
            assertThat(String.join("\n", up.said)).doesNotContain("does not start");
            up.kubectl("apply", "-f", pod());
            up.kubectl("wait", "--for=condition=Ready", "pod/web", "--timeout=60s");
            assertThat(condition(up)).contains("\"cpus\":\"4-7\"");
        }
    }
}
