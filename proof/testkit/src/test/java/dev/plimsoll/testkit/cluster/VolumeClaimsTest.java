package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.Patch;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// Acceptance of nodes: claims, claim-retention
/** Claims get volumes, volumes say where pods run, and both go when they should. */
@PlimsollCluster(nodes = 3)
@Timeout(120)
class VolumeClaimsTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    VolumeClaimsTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    private void apply(String manifest) {
        kubernetes
                .load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)))
                .create();
    }

    private static ObjectName named(String name) {
        return new ObjectName("default", name);
    }

    private ObjectNode awaitRunning(String pod) {
        return cluster.awaitPod(
                "default", pod, seen -> seen.at("/status/phase").asText().equals("Running"));
    }

    private ObjectNode awaitBound(String claim) {
        return cluster.await(
                ApiResource.CLAIMS,
                named(claim),
                seen -> seen.at("/status/phase").asText().equals("Bound"));
    }

    private ObjectNode volume(ObjectNode claim) {
        return cluster.client()
                .get(
                        ApiResource.VOLUMES,
                        ObjectName.ofCluster(claim.at("/spec/volumeName").asText()))
                .done()
                .orElseThrow();
    }

    private void claim(String name, String more) {
        apply("""
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %s, namespace: default}
                spec:
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 1Gi}}
                  %s
                """.formatted(name, more));
    }

    private void localVolume(String name, String size, String storageClass, String node) {
        apply("""
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: %s}
                spec:
                  capacity: {storage: %s}
                  accessModes: [ReadWriteOnce]
                  storageClassName: %s
                  local: {path: /mnt/%s}
                  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [%s]}]}]}}
                """.formatted(name, size, storageClass, name, node));
    }

    private void pod(String name, String claim, String more) {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: default}
                spec:
                  terminationGracePeriodSeconds: 0
                  %s
                  volumes: [{name: data, persistentVolumeClaim: {claimName: %s}}]
                  containers:
                  - {name: c, image: busybox, command: [sleep, "100000"], volumeMounts: [{name: data, mountPath: /data}]}
                """.formatted(name, more, claim));
    }

    private String sh(String pod, String script) throws Exception {
        var out = new ByteArrayOutputStream();
        try (var session = kubernetes
                .pods()
                .inNamespace("default")
                .withName(pod)
                .writingOutput(out)
                .exec("sh", "-c", script)) {
            assertThat(session.exitCode().get(30, TimeUnit.SECONDS)).isZero();
        }
        return out.toString(StandardCharsets.UTF_8).strip();
    }

    private void awaitUnschedulable(String pod, String message) {
        cluster.awaitPod("default", pod, seen -> {
            for (var condition : seen.at("/status/conditions")) {
                if (condition.path("type").asText().equals("PodScheduled")
                        && condition.path("message").asText().contains(message)) return true;
            }
            return false;
        });
    }

    private List<ObjectNode> events(String name) {
        return cluster
                .client()
                .list(ApiResource.EVENTS, ObjectSelection.inNamespace("default"), Page.ALL)
                .done()
                .orElseThrow()
                .items()
                .stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(name))
                .toList();
    }

    @Test
    void aClaimWithoutAClassGetsTheDefaultOneAndAFolderWhereItsPodRuns() throws Exception {
        claim("data", "");
        var waiting = cluster.awaitAny(
                ApiResource.EVENTS,
                "default",
                event -> event.path("reason").asText().equals("WaitForFirstConsumer")
                        && event.at("/involvedObject/name").asText().equals("data"));
        assertThat(waiting.path("message").asText())
                .isEqualTo("waiting for first consumer to be created before binding");
        pod("first", "data", "nodeSelector: {kubernetes.io/hostname: node-1}");
        assertThat(awaitRunning("first").at("/spec/nodeName").asText()).isEqualTo("node-1");
        var claim = awaitBound("data");
        assertThat(claim.at("/spec/storageClassName").asText()).isEqualTo("standard");
        assertThat(claim.at("/status/capacity/storage").asText()).isEqualTo("1Gi");
        var volume = volume(claim);
        assertThat(volume.at("/spec/claimRef/uid")).isEqualTo(claim.at("/metadata/uid"));
        assertThat(volume.at("/spec/persistentVolumeReclaimPolicy").asText()).isEqualTo("Delete");
        cluster.await(
                ApiResource.VOLUMES,
                ObjectName.of(volume),
                seen -> seen.at("/status/phase").asText().equals("Bound"));

        // What a pod wrote is there for the next, which can run nowhere else.
        sh("first", "echo kept > /data/file");
        kubernetes.pods().inNamespace("default").withName("first").delete();
        cluster.awaitGone(ApiResource.PODS, named("first"));
        pod("second", "data", "");
        assertThat(awaitRunning("second").at("/spec/nodeName").asText()).isEqualTo("node-1");
        assertThat(sh("second", "cat /data/file")).isEqualTo("kept");
        pod("elsewhere", "data", "nodeSelector: {kubernetes.io/hostname: node-2}");
        awaitUnschedulable("elsewhere", "1 node(s) didn't match PersistentVolume's node affinity");

        // A claim in use stays, and its volume goes after it.
        kubernetes
                .persistentVolumeClaims()
                .inNamespace("default")
                .withName("data")
                .delete();
        assertThat(cluster.client()
                        .get(ApiResource.CLAIMS, named("data"))
                        .done()
                        .orElseThrow()
                        .at("/metadata/deletionTimestamp")
                        .asText())
                .isNotEmpty();
        // A real node says which folders it has; one that does is told when the volume goes.
        var note = "folder.plimsoll.dev/" + volume.at("/metadata/name").asText();
        var node = ObjectName.ofCluster("node-1");
        var kept = new Patch.Merge(ClientJson.read(("{\"metadata\":{\"annotations\":{\"" + note + "\":\"kept\"}}}")
                        .getBytes(StandardCharsets.UTF_8))
                .orElseThrow());
        assertThat(cluster.client().patch(ApiResource.NODES, node, kept).done()).isPresent();
        for (var each : List.of("second", "elsewhere"))
            kubernetes.pods().inNamespace("default").withName(each).delete();
        cluster.awaitGone(ApiResource.CLAIMS, named("data"));
        cluster.awaitGone(ApiResource.VOLUMES, ObjectName.of(volume));
        for (var each : List.of("node-0", "node-1", "node-2")) {
            var annotations = cluster.client()
                    .get(ApiResource.NODES, ObjectName.ofCluster(each))
                    .done()
                    .orElseThrow()
                    .at("/metadata/annotations");
            assertThat(annotations.path(note).asText()).isEqualTo(each.equals("node-1") ? "released" : "");
        }
    }

    @Test
    void aClaimThatIsNotBoundKeepsItsPodWaitingAndASmallEnoughVolumeIsTaken() {
        claim("static", "storageClassName: manual");
        pod("waits", "static", "");
        awaitUnschedulable("waits", "pod has unbound immediate PersistentVolumeClaims");
        localVolume("too-small", "500Mi", "manual", "node-0");
        localVolume("large", "20Gi", "manual", "node-0");
        localVolume("fits", "2Gi", "manual", "node-2");
        var claim = awaitBound("static");
        assertThat(claim.at("/spec/volumeName").asText()).isIn("fits", "large");
        var node = volume(claim)
                .at("/spec/nodeAffinity/required/nodeSelectorTerms/0/matchExpressions/0/values/0")
                .asText();
        assertThat(awaitRunning("waits").at("/spec/nodeName").asText()).isEqualTo(node);
        assertThat(events("too-small")).isEmpty();
        // By default a volume of an administrator stays with what is on it.
        kubernetes.pods().inNamespace("default").withName("waits").delete();
        kubernetes
                .persistentVolumeClaims()
                .inNamespace("default")
                .withName("static")
                .delete();
        cluster.await(
                ApiResource.VOLUMES,
                ObjectName.of(volume(claim)),
                seen -> seen.at("/status/phase").asText().equals("Released"));
    }

    @Test
    void theSchedulerChoosesAmongVolumesOfNodes() {
        apply("""
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: local}
                provisioner: kubernetes.io/no-provisioner
                volumeBindingMode: WaitForFirstConsumer
                """);
        localVolume("disk-0", "1Gi", "local", "node-0");
        localVolume("disk-2", "1Gi", "local", "node-2");
        claim("one", "storageClassName: local");
        claim("two", "storageClassName: local");
        claim("three", "storageClassName: local");
        pod("p-one", "one", "nodeSelector: {kubernetes.io/hostname: node-2}");
        assertThat(awaitRunning("p-one").at("/spec/nodeName").asText()).isEqualTo("node-2");
        assertThat(awaitBound("one").at("/spec/volumeName").asText()).isEqualTo("disk-2");
        pod("p-two", "two", "");
        assertThat(awaitRunning("p-two").at("/spec/nodeName").asText()).isEqualTo("node-0");
        assertThat(awaitBound("two").at("/spec/volumeName").asText()).isEqualTo("disk-0");
        pod("p-three", "three", "");
        awaitUnschedulable("p-three", "3 node(s) didn't find available persistent volumes to bind");
        pod("p-none", "not-there", "");
        awaitUnschedulable("p-none", "persistentvolumeclaim \"not-there\" not found");
    }

    @Test
    void aClaimIsLostWithItsVolume() {
        claim("lost", "volumeName: gone\n  storageClassName: \"\"");
        apply("""
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: gone}
                spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /mnt/gone}}
                """);
        awaitBound("lost");
        kubernetes.persistentVolumes().withName("gone").delete();
        // By somebody who does not care that it is in use.
        assertThat(cluster.client()
                        .patch(
                                ApiResource.VOLUMES,
                                ObjectName.ofCluster("gone"),
                                new Patch.Merge(ClientJson.read(
                                                "{\"metadata\":{\"finalizers\":null}}".getBytes(StandardCharsets.UTF_8))
                                        .orElseThrow()))
                        .problem())
                .isEmpty();
        cluster.awaitGone(ApiResource.VOLUMES, ObjectName.ofCluster("gone"));
        cluster.await(
                ApiResource.CLAIMS,
                named("lost"),
                seen -> seen.at("/status/phase").asText().equals("Lost"));
        pod("p-lost", "lost", "");
        awaitUnschedulable("p-lost", "persistentvolumeclaim \"lost\" bound to non-existent persistentvolume \"gone\"");
    }

    @Test
    void claimsOfAStatefulSetGoAsItsPolicySays() {
        apply("""
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db, namespace: default}
                spec:
                  replicas: 3
                  podManagementPolicy: Parallel
                  serviceName: db
                  persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Delete}
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec:
                      terminationGracePeriodSeconds: 0
                      containers:
                      - {name: c, image: busybox, command: [sleep, "100000"], volumeMounts: [{name: data, mountPath: /data}]}
                  volumeClaimTemplates:
                  - metadata: {name: data}
                    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """);
        for (var i = 0; i < 3; i++) {
            awaitRunning("db-" + i);
            cluster.await(
                    ApiResource.CLAIMS,
                    named("data-db-" + i),
                    seen -> seen.at("/metadata/ownerReferences/0/kind").asText().equals("StatefulSet"));
        }
        kubernetes.apps().statefulSets().inNamespace("default").withName("db").scale(2);
        cluster.awaitGone(ApiResource.CLAIMS, named("data-db-2"));
        assertThat(cluster.client().get(ApiResource.CLAIMS, named("data-db-1")).done())
                .isPresent();
        kubernetes.apps().statefulSets().inNamespace("default").withName("db").edit(set -> {
            set.getSpec().getPersistentVolumeClaimRetentionPolicy().setWhenDeleted("Retain");
            return set;
        });
        cluster.await(
                ApiResource.CLAIMS,
                named("data-db-0"),
                seen -> seen.at("/metadata/ownerReferences").isEmpty());
        kubernetes.apps().statefulSets().inNamespace("default").withName("db").delete();
        for (var i = 0; i < 2; i++) cluster.awaitGone(ApiResource.PODS, named("db-" + i));
        assertThat(cluster.client().get(ApiResource.CLAIMS, named("data-db-0")).done())
                .isPresent();
    }
}
