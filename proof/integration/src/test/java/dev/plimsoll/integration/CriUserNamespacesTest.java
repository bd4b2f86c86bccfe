package dev.plimsoll.integration;

import static dev.plimsoll.integration.NodeOnFakeRuntime.container;
import static dev.plimsoll.integration.NodeOnFakeRuntime.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.cri.config.ContainerConfig.Mount;
import dev.plimsoll.cri.config.IdMapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: user-namespaces
/** Pods with users of their own: each has some that no other pod has, and a runtime without them runs no such pod. */
@Timeout(120)
class CriUserNamespacesTest {
    private static final String SPEC = """
            {"hostUsers":false,%s"volumes":[{"name":"v","emptyDir":{}}],"containers":[{"name":"c","image":"i:1",
            "volumeMounts":[{"name":"v","mountPath":"/v"}]}]}""";

    @TempDir
    Path folder;

    private NodeOnFakeRuntime node;

    @BeforeEach
    void start() throws IOException {
        node = new NodeOnFakeRuntime(folder);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private static List<IdMapping> range(long number) {
        return List.of(new IdMapping(number * 65_536, 0, 65_536));
    }

    private ObjectNode run(String name) throws InterruptedException {
        node.create(name, SPEC.formatted(""));
        return node.awaitRunning(name);
    }

    private List<IdMapping> users(ObjectNode pod) {
        return node.runtime.users(id(pod, "c"));
    }

    private void delete(String name) throws InterruptedException {
        assertThat(node.client.delete(ApiResource.PODS, new ObjectName("default", name), DeleteOptions.DEFAULT))
                .isInstanceOf(RequestResult.Done.class);
        node.pods.awaitNone(
                "the end of " + name, pod -> pod.at("/metadata/name").asText().equals(name));
    }

    @Test
    void everyPodHasUsersThatNoOtherPodHas() throws Exception {
        node.runtime.offerUserNamespaces();
        var first = run("first");
        var second = run("second");
        node.create("plain", "{\"containers\":[{\"name\":\"c\",\"image\":\"i:1\"}]}");
        var plain = node.awaitRunning("plain");
        assertThat(users(first)).isEqualTo(range(1));
        assertThat(users(second)).isEqualTo(range(2));
        assertThat(users(plain)).isEmpty();
        assertThat(node.runtime.usersOfSandbox("sandbox-1")).isEqualTo(range(1));
        assertThat(node.runtime.mounts(id(first, "c")))
                .as("also the hosts file and the termination message")
                .hasSizeGreaterThan(2)
                .extracting(Mount::users)
                .containsOnly(range(1));
        assertThat(node.runtime.mounts(id(plain, "c"))).extracting(Mount::users).containsOnly(List.of());
    }

    @Test
    void theyStayThroughRestartsAndAreFreeWhenThePodIsGone() throws Exception {
        node.runtime.offerUserNamespaces();
        var first = run("first");
        run("second");
        node.stop();
        node.start();
        node.runtime.exit(id(first, "c"), 1, "Error");
        var again = node.await(
                "first",
                "its second container",
                pod -> container(pod, "c").path("restartCount").asInt() == 1
                        && container(pod, "c").path("state").has("running"));
        assertThat(users(again)).isEqualTo(range(1));
        assertThat(users(run("third"))).as("after the restart").isEqualTo(range(3));
        delete("second");
        assertThat(users(run("fourth"))).isEqualTo(range(2));
    }

    @Test
    void aRangeThatCannotBeReadIsGivenToNobodyElse() throws Exception {
        node.runtime.offerUserNamespaces();
        var first = run("first");
        var file = folder.resolve("root/pods")
                .resolve(first.at("/metadata/uid").asText())
                .resolve("user-namespace");
        assertThat(file).hasContent("0 65536 65536\n");
        Files.writeString(file, "0 655");
        node.create("second", SPEC.formatted(""));
        node.awaitEvent(
                "FailedCreatePodSandBox",
                event -> event.path("message")
                        .asText()
                        .contains(file + " is damaged: delete the pod that it belongs to"));
        delete("first");
        assertThat(users(node.awaitRunning("second"))).isEqualTo(range(1));
    }

    private void ranges(String users, String groups) throws IOException {
        var etc = Files.createDirectories(folder.resolve("etc"));
        Files.writeString(etc.resolve("subuid"), users);
        Files.writeString(etc.resolve("subgid"), groups);
    }

    @Test
    void rangesThatTheMachineGivesToTheKubeletAreThoseOfItsPods() throws Exception {
        node.runtime.offerUserNamespaces();
        assertThat(users(run("before"))).isEqualTo(range(1));
        var two = "other:65536:65536\nkubelet:655360:131072\n";
        ranges(two, two);
        var first = run("first");
        assertThat(users(first)).isEqualTo(range(10));
        assertThat(users(run("second"))).isEqualTo(range(11));
        node.create("third", SPEC.formatted(""));
        node.awaitEvent(
                "FailedCreatePodSandBox",
                event -> event.path("message").asText().contains("all 2 ranges of this node are taken"));
        delete("first");
        assertThat(users(node.awaitRunning("third"))).isEqualTo(range(10));
    }

    @Test
    void rangesThatCannotBeUsedAreToldOf() throws Exception {
        node.runtime.offerUserNamespaces();
        ranges("kubelet:65537:65536", "");
        node.create("p", SPEC.formatted(""));
        node.awaitEvent(
                "FailedCreatePodSandBox",
                event -> event.path("message").asText().contains("must begin at a multiple of 65536 from 65536 on"));
        ranges("", "");
        assertThat(users(node.awaitRunning("p"))).isEqualTo(range(1));
    }

    @Test
    void aRuntimeThatHasNoneRunsNoSuchPod() throws Exception {
        node.create("p", SPEC.formatted(""));
        node.awaitEvent(
                "FailedCreatePodSandBox",
                event -> event.path("message")
                        .asText()
                        .contains(
                                "a pod with users of its own (hostUsers: false), which the container runtime does not offer,"
                                        + " is not supported by this node"));
        assertThat(node.runtime.faults().calls()).doesNotContain("RunPodSandbox");
        node.runtime.offerUserNamespaces();
        assertThat(users(node.awaitRunning("p"))).as("once it has them").isEqualTo(range(1));
    }

    @Test
    void theHandlerOfTheRuntimeClassDecides() throws Exception {
        node.runtime.offerUserNamespaces();
        var classes = ApiResource.clustered("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass");
        assertThat(node.client.create(classes, Server.json("""
                                {"apiVersion":"node.k8s.io/v1","kind":"RuntimeClass","metadata":{"name":"light"},"handler":"plain"}""")).done()).isPresent();
        node.create("p", SPEC.formatted("\"runtimeClassName\":\"light\","));
        node.awaitEvent(
                "FailedCreatePodSandBox",
                event -> event.path("message").asText().contains("which the runtime handler \"plain\" does not offer"));
        assertThat(node.runtime.faults().calls()).doesNotContain("RunPodSandbox");
    }
}
