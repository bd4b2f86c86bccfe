package dev.plimsoll.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.nodeagent.runtime.CommandOutcome;
import dev.plimsoll.objects.node.ClaimFolderNotes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of nodes: claims, claim-retention
/** Claims of persistent volumes that are folders of the node. */
class PersistentVolumesTest {
    @TempDir
    Path folder;

    private static ObjectNode done(RequestResult<ObjectNode> outcome) {
        assertThat(outcome.problem()).isEmpty();
        return outcome.done().orElseThrow();
    }

    /** A claim that is bound to a volume of this source. */
    private static void bound(ApiClient client, String name, String source) {
        var claim = claim(client, name);
        var uid = claim.at("/metadata/uid").asText();
        done(client.create(ApiResource.VOLUMES, Server.json("""
                {"metadata":{"name":"%s"},"spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],"storageClassName":"",\
                "claimRef":{"namespace":"default","name":"%s","uid":"%s"},%s}}""".formatted(name, name, uid, source))));
        done(client.patch(
                ApiResource.CLAIMS.sub("status"),
                new ObjectName("default", name),
                new Patch.Merge(Server.json("{\"status\":{\"phase\":\"Bound\"}}"))));
    }

    private static ObjectNode claim(ApiClient client, String name) {
        return done(client.create(ApiResource.CLAIMS, Server.json("""
                {"metadata":{"namespace":"default","name":"%s"},"spec":{"volumeName":"%s","storageClassName":"","accessModes":["ReadWriteOnce"],\
                "resources":{"requests":{"storage":"1Gi"}}}}""".formatted(name, name))));
    }

    private static String spec(String claim, String more) {
        return """
                {"terminationGracePeriodSeconds":0,"volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"%s"%s}}],\
                "containers":[{"name":"c","image":"i","command":["sleep","1d"],"volumeMounts":[{"name":"data","mountPath":"/data"}]}]}""".formatted(claim, more);
    }

    private static String nodeAffinity() {
        return ",\"nodeAffinity\":{\"required\":{\"nodeSelectorTerms\":[{\"matchExpressions\":[{\"key\":\"kubernetes.io/hostname\",\"operator\":\"Exists\"}]}]}}";
    }

    @Test
    void aClaimThatIsBoundIsMountedOnARealNodeAndAnythingElseRefused() throws IOException, InterruptedException {
        try (var node = new NodeOnFakeRuntime(folder)) {
            var disk = Files.createDirectories(folder.resolve("disk"));
            bound(node.client, "here", "\"hostPath\":{\"path\":\"" + disk + "\"}");
            bound(node.client, "local", "\"local\":{\"path\":\"" + disk + "\"}" + nodeAffinity());
            bound(node.client, "gone", "\"local\":{\"path\":\"" + folder.resolve("gone") + "\"}" + nodeAffinity());
            bound(node.client, "far", "\"nfs\":{\"server\":\"s\",\"path\":\"/\"}");
            bound(
                    node.client,
                    "elsewhere",
                    "\"local\":{\"path\":\"" + disk + "\"}" + nodeAffinity().replace("Exists", "DoesNotExist"));
            claim(node.client, "unbound");

            node.create("a", spec("here", ""));
            var mount = node.runtime.mounts(NodeOnFakeRuntime.id(node.awaitRunning("a"), "c")).stream()
                    .filter(each -> each.containerPath().equals("/data"))
                    .findFirst()
                    .orElseThrow();
            assertThat(mount.hostPath()).isEqualTo(disk.toString());
            assertThat(mount.readOnly()).isFalse();
            node.create("b", spec("local", ",\"readOnly\":true"));
            assertThat(node.runtime.mounts(NodeOnFakeRuntime.id(node.awaitRunning("b"), "c")))
                    .anyMatch(each -> each.hostPath().equals(disk.toString()) && each.readOnly());

            assertRefused(node, "unbound", "error processing PVC default/unbound: PVC is not bound");
            assertRefused(node, "far", "persistent volumes of kind nfs");
            assertRefused(node, "gone", "is not a directory");
            assertRefused(node, "elsewhere", "PV elsewhere: no matching NodeSelectorTerms");
            node.create("missing", spec("none", ""));
            node.awaitEvent(
                    "FailedMount",
                    event -> event.path("message").asText().contains("default/none: failed to fetch PVC"));
        }
    }

    private static void assertRefused(NodeOnFakeRuntime node, String claim, String why) throws InterruptedException {
        node.create("with-" + claim, spec(claim, ""));
        node.awaitEvent(
                "FailedMount",
                event -> event.at("/involvedObject/name").asText().equals("with-" + claim)
                        && event.path("message").asText().startsWith("MountVolume.SetUp failed for volume \"data\" : ")
                        && event.path("message").asText().contains(why));
    }

    private static ObjectName self() {
        return ObjectName.ofCluster(NodeOnFakeRuntime.NODE);
    }

    private static String note(NodeOnFakeRuntime node, String volume) {
        return done(node.client.get(ApiResource.NODES, self()))
                .at("/metadata/annotations")
                .path("folder.plimsoll.dev/" + volume)
                .asText();
    }

    /** A claim with the folder that is made for it, and a pod that uses it. */
    private Path used(NodeOnFakeRuntime node, String name) throws IOException, InterruptedException {
        var claim = claim(node.client, name);
        var uid = claim.at("/metadata/uid").asText();
        var made = folder.resolve("volumes/pvc-" + uid + "_default_" + name);
        done(node.client.create(ApiResource.VOLUMES, Server.json("""
                {"metadata":{"name":"%s","annotations":{"pv.kubernetes.io/provisioned-by":"plimsoll.dev/host-path"}},
                "spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],"storageClassName":"",\
                "persistentVolumeReclaimPolicy":"Delete","claimRef":{"namespace":"default","name":"%s","uid":"%s"},
                "hostPath":{"path":"%s","type":"DirectoryOrCreate"}}}""".formatted(name, name, uid, made))));
        done(node.client.patch(
                ApiResource.CLAIMS.sub("status"),
                new ObjectName("default", name),
                new Patch.Merge(Server.json("{\"status\":{\"phase\":\"Bound\"}}"))));
        node.create("pod-" + name, spec(name, ""));
        node.awaitRunning("pod-" + name);
        Files.writeString(Files.createDirectories(made.resolve("data")).resolve("file"), "kept");
        return made;
    }

    @Test
    void theFolderOfAClaimGoesWhenItsVolumeIsGoneAndNoOtherDoes() throws IOException, InterruptedException {
        try (var node = new NodeOnFakeRuntime(folder)) {
            RegisteredNode.await(node.client, NodeOnFakeRuntime.NODE);
            var first = used(node, "first");
            var second = used(node, "second");
            var mine = Files.createDirectories(folder.resolve("mine"));
            bound(node.client, "mine", "\"hostPath\":{\"path\":\"" + mine + "\"}");
            node.create("pod-mine", spec("mine", ""));
            node.awaitRunning("pod-mine");
            assertThat(note(node, "first")).isEqualTo("kept");
            assertThat(note(node, "mine"))
                    .as("a folder that nobody made for a claim")
                    .isEmpty();

            var outside = Files.writeString(folder.resolve("outside"), "kept");
            Files.createSymbolicLink(first.resolve("data/link"), outside);
            for (var volume : List.of("first", "mine", "never-heard-of"))
                done(node.client.patch(ApiResource.NODES, self(), ClaimFolderNotes.released(volume)));
            node.stop();
            node.start();
            assertThat(node.agent().runtime().removeReleasedVolumes()).isEmpty();
            assertThat(first).doesNotExist();
            assertThat(outside).hasContent("kept");
            assertThat(mine).isDirectory();
            assertThat(second.resolve("data/file")).hasContent("kept");
            assertThat(note(node, "first")).isEmpty();
            assertThat(note(node, "mine")).isEmpty();
            assertThat(note(node, "second")).isEqualTo("kept");

            done(node.client.patch(ApiResource.NODES, self(), ClaimFolderNotes.removed("second")));
            assertThat(node.agent().runtime().removeReleasedVolumes()).isEmpty();
            assertThat(note(node, "second"))
                    .as("said again to an API that has forgotten it")
                    .isEqualTo("kept");
            assertThat(second.resolve("data/file")).hasContent("kept");
        }
    }

    @Test
    void podsOfASimulatedNodeShareWhatIsInAVolume() throws InterruptedException {
        try (var cluster = new SimulatedCluster(folder)) {
            bound(cluster.client, "here", "\"hostPath\":{\"path\":\"/srv/data\"}");
            var first = cluster.run("a", spec("here", ""));
            assertThat(run(cluster, first, "echo kept > /data/file")).isEmpty();
            var second = cluster.run("b", spec("here", ""));
            assertThat(run(cluster, second, "cat /data/file")).isEqualTo("kept");
        }
    }

    private static String run(SimulatedCluster cluster, ObjectNode pod, String script) {
        var agent = cluster.nodes().agents().get(SimulatedCluster.NODE);
        assertThat(agent).isNotNull();
        var outcome = agent.runtime()
                .run(pod.at("/metadata/uid").asText(), "c", List.of("sh", "-c", script), Duration.ofSeconds(30));
        assertThat(outcome).isInstanceOf(CommandOutcome.Exited.class);
        var exited = (CommandOutcome.Exited) outcome;
        assertThat(exited.code()).as(exited.output()).isZero();
        return exited.output().strip();
    }
}
