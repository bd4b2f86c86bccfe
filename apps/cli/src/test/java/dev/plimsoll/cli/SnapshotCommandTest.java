package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ClusterLog;
import dev.plimsoll.cluster.ClusterPlan;
import dev.plimsoll.cluster.NodeGroup;
import dev.plimsoll.core.topology.machine.MachineNotation;
import dev.plimsoll.fakes.client.Observed;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.snapshot.KindState;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotFiles;
import dev.plimsoll.snapshot.SnapshotKinds;
import dev.plimsoll.snapshot.SnapshotLimits;
import dev.plimsoll.snapshot.tree.LeftOutFields;
import dev.plimsoll.snapshot.tree.SharedTrees;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot of a live cluster: read back it is what the API lists, without what is left out. */
// Acceptance of simulate: snapshot-kinds, snapshot-left-out, snapshot-header, snapshot-anonymous, snapshot-kubectl
@Timeout(300)
class SnapshotCommandTest extends CommandLineTest {
    private static final List<NodeGroup> NODES =
            List.of(NodeGroup.of("node", 2, MachineNotation.literal("1s1n8c1t,memory=8Gi")));

    @TempDir
    private Path folder;

    private static ObjectNode made(ApiClient client, ApiResource resource, String text) {
        var object = ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        var created = client.create(resource, object);
        assertThat(created.problem()).isEmpty();
        return created.done().orElseThrow();
    }

    private static void fill(ApiClient client, Observed pods) throws InterruptedException {
        made(client, ApiResource.DEPLOYMENTS, """
                {"metadata":{"namespace":"default","name":"payments","annotations":{"team":"finance"}},"spec":{"replicas":3,
                "selector":{"matchLabels":{"app":"payments"}},"template":{"metadata":{"labels":{"app":"payments"}},
                "spec":{"resources":{"requests":{"cpu":"500m","memory":"128Mi"}},"containers":[{"name":"app","image":"registry.internal/payments:v3",
                "args":["--token=hunter2"],"env":[{"name":"PASSWORD","value":"hunter2"}]}]}}}}""");
        made(client, ApiResource.BUDGETS, """
                {"metadata":{"namespace":"default","name":"payments"},"spec":{"maxUnavailable":1,"selector":{"matchLabels":{"app":"payments"}}}}""");
        made(client, ApiResource.namespaced("", "v1", "secrets", "Secret"), """
                {"metadata":{"namespace":"default","name":"hidden"},"stringData":{"a":"hunter2"}}""");
        pods.awaitAll(
                "three pods run",
                all -> all.size() == 3
                        && all.stream()
                                .allMatch(
                                        pod -> pod.at("/status/phase").asText().equals("Running")));
    }

    private static Snapshot read(Path... files) {
        return new SnapshotFiles(SnapshotLimits.usual()).read(List.of(files));
    }

    /** What the API lists of a kind, as it is kept in memory. */
    private static List<ObjectNode> listed(ApiClient client, ObjectKind<?> kind) throws IOException {
        var trees = new SharedTrees(LeftOutFields.OF_MEMORY);
        var documents = new ArrayList<ObjectNode>();
        for (var document : client.listAll(kind.resource(), ObjectSelection.ALL, 500)
                .done()
                .orElseThrow()
                .items()) {
            documents.add(trees.share(document));
        }
        return documents;
    }

    private static List<ObjectNode> documents(Snapshot snapshot, ObjectKind<? extends ApiObject> kind) {
        return snapshot.objects(kind).stream().map(ApiObject::document).toList();
    }

    private static final List<ObjectKind<?>> STILL = List.of(
            SnapshotKinds.PODS,
            SnapshotKinds.NAMESPACES,
            SnapshotKinds.DEPLOYMENTS,
            SnapshotKinds.REPLICA_SETS,
            SnapshotKinds.POD_DISRUPTION_BUDGETS,
            SnapshotKinds.PRIORITY_CLASSES);

    @Test
    void whatWasWrittenIsWhatTheApiLists() throws Exception {
        try (var cluster = Cluster.start(ClusterPlan.ephemeral(NODES).withAutoscalerSpeed(0), ClusterLog.SILENT);
                var pods = new Observed(cluster.client(), ApiResource.PODS)) {
            var client = cluster.client();
            fill(client, pods);
            var config = Files.writeString(folder.resolve("admin.conf"), cluster.kubeconfig());
            var file = folder.resolve("cluster.json.gz");

            var ran = run("snapshot", "-o", file.toString(), "--kubeconfig", config.toString());
            assertThat(ran.exit()).as(ran.errors()).isZero();
            assertThat(ran.errors())
                    .containsPattern("plimsoll: pods: 3 at resourceVersion [0-9]+\n")
                    .containsPattern("plimsoll: nodes: 2 at resourceVersion [0-9]+\n")
                    .contains("the server does not have: ", "noderesourcetopologies.topology.node.k8s.io")
                    .containsPattern("objects of a server of version v1\\.[0-9]+.* written to " + file);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(folder).as("no draft is left").isDirectoryNotContaining("glob:**.new");

            var snapshot = read(file);
            assertThat(snapshot.problems()).isEmpty();
            assertThat(snapshot.isComplete()).isTrue();
            assertThat(snapshot.header().serverVersion()).startsWith("v1.");
            assertThat(snapshot.header().taken()).isPresent();
            assertThat(snapshot.header().state(SnapshotKinds.PODS.resource())).isInstanceOf(KindState.Listed.class);
            assertThat(snapshot.header().state(SnapshotKinds.NODE_RESOURCE_TOPOLOGIES.resource()))
                    .isEqualTo(new KindState.Missing());
            for (var kind : STILL) {
                assertThat(documents(snapshot, kind))
                        .as(kind.resource().toString())
                        .isEqualTo(listed(client, kind));
            }
            assertThat(snapshot.objects(SnapshotKinds.NODES))
                    .hasSize(2)
                    .allSatisfy(
                            node -> assertThat(node.allocatable().toString()).contains("cpu"));
            assertThat(text(file))
                    .doesNotContain("hunter2", "managedFields", "\"Secret\"")
                    .contains("payments");

            assertThat(run(
                                    "snapshot",
                                    "-o",
                                    folder.resolve("no/such/file").toString(),
                                    "--kubeconfig",
                                    config.toString())
                            .errors())
                    .contains("no/such/file cannot be written: ", "; check the folder")
                    .doesNotContain("Exception");
            anonymised(config, file, snapshot);
            kubectl(config, snapshot);
            forbidden(client, config);
        }
    }

    private static String text(Path file) throws IOException {
        try (var stream = new java.util.zip.GZIPInputStream(Files.newInputStream(file))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void anonymised(Path config, Path plain, Snapshot original) throws IOException {
        var key = Files.writeString(folder.resolve("key"), "a secret key");
        var texts = new ArrayList<String>();
        for (var i = 0; i < 2; i++) {
            var file = folder.resolve("anonymous-" + i + ".json.gz");
            var ran = run(
                    "snapshot",
                    "--anonymise",
                    "--anonymise-key",
                    key.toString(),
                    "-o",
                    file.toString(),
                    "--kubeconfig",
                    config.toString());
            assertThat(ran.exit()).as(ran.errors()).isZero();
            texts.add(text(file));
        }
        assertThat(texts.getFirst()).doesNotContain("payments", "finance", "registry", "internal", "hunter2");
        var random = folder.resolve("random.json.gz");
        assertThat(run("snapshot", "--anonymise", "-o", random.toString(), "--kubeconfig", config.toString())
                        .exit())
                .isZero();
        var anonymous = read(folder.resolve("anonymous-0.json.gz"));
        assertThat(anonymous.problems()).isEmpty();
        assertThat(anonymous.header().anonymised()).isTrue();
        // Metrics of pods come and go meanwhile.
        for (var kind : STILL) assertThat(anonymous.objects(kind)).hasSameSizeAs(original.objects(kind));
        var names = names(anonymous);
        assertThat(names(read(folder.resolve("anonymous-1.json.gz"))))
                .as("the same key")
                .isEqualTo(names);
        assertThat(names(read(random))).as("another key").doesNotContainAnyElementsOf(names);
        assertThat(names(original)).doesNotContainAnyElementsOf(names);
        for (var i = 0; i < 3; i++) {
            var before = original.objects(SnapshotKinds.PODS).get(i);
            var after = anonymous.objects(SnapshotKinds.PODS).get(i);
            var sets = anonymous.objects(SnapshotKinds.REPLICA_SETS);
            assertThat(after.metadata().owners().getFirst().name())
                    .isEqualTo(sets.getFirst().metadata().name());
            assertThat(after.metadata().owners().getFirst().uid())
                    .isEqualTo(sets.getFirst().uid());
            assertThat(anonymous.objects(SnapshotKinds.NODES))
                    .anySatisfy(node -> assertThat(node.metadata().name()).isEqualTo(after.nodeName()));
            assertThat(after.view().orThrow().spec().resources())
                    .isEqualTo(before.view().orThrow().spec().resources());
            assertThat(after.metadata().created()).isEqualTo(before.metadata().created());
        }
        assertThat(Files.size(plain)).isPositive();
    }

    private static List<String> names(Snapshot snapshot) {
        return snapshot.objects(SnapshotKinds.PODS).stream()
                .map(pod -> pod.metadata().name())
                .toList();
    }

    /** The same objects as kubectl writes them; where there is no kubectl this is not looked at. */
    private void kubectl(Path config, Snapshot original) throws Exception {
        if (Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .noneMatch(each -> Files.isExecutable(Path.of(each, "kubectl")))) return;
        for (var form : List.of("json", "yaml")) {
            var file = folder.resolve("kubectl." + form);
            var process = new ProcessBuilder(
                            "kubectl",
                            "--kubeconfig",
                            config.toString(),
                            "get",
                            "poddisruptionbudgets,pods,nodes,deployments,replicasets,namespaces,configmaps,priorityclasses",
                            "-A",
                            "-o",
                            form)
                    .redirectOutput(file.toFile())
                    .redirectError(folder.resolve("kubectl.err").toFile())
                    .start();
            assertThat(process.waitFor())
                    .as(Files.readString(folder.resolve("kubectl.err")))
                    .isZero();
            var snapshot = read(file);
            for (var kind : STILL) {
                assertThat(documents(snapshot, kind)).as(kind + " as " + form).isEqualTo(documents(original, kind));
            }
            assertThat(snapshot.problems()).hasSize(1);
            assertThat(snapshot.problems().getFirst().toString()).contains("ConfigMap", "is not part of a snapshot");
        }
    }

    /** Somebody who may list pods only gets a snapshot that says so. */
    private void forbidden(ApiClient client, Path config) throws IOException {
        made(client, ApiResource.ACCOUNTS, "{\"metadata\":{\"namespace\":\"default\",\"name\":\"reader\"}}");
        made(client, ApiResource.clustered("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole"), """
                {"metadata":{"name":"reader"},"rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["list"]}]}""");
        made(
                client,
                ApiResource.clustered("rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding"),
                """
                {"metadata":{"name":"reader"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"reader"},
                "subjects":[{"kind":"ServiceAccount","namespace":"default","name":"reader"}]}""");
        var request = ClientJson.read("{\"spec\":{}}".getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        var token = client.create(ApiResource.ACCOUNTS.sub("token"), new ObjectName("default", "reader"), request);
        assertThat(token).isInstanceOf(RequestResult.Done.class);
        var text = token.done().orElseThrow().at("/status/token").asText();
        var limited = folder.resolve("reader.conf");
        Files.writeString(
                limited,
                Files.readString(config)
                        .replaceAll(
                                "(?m)^( *)(- )?(token|client-certificate-data|client-key-data): .*$",
                                "$1$2token: " + text));
        var file = folder.resolve("forbidden.json.gz");
        var ran = run("snapshot", "-o", file.toString(), "--kubeconfig", limited.toString());
        assertThat(ran.exit()).as(ran.errors()).isZero();
        assertThat(ran.errors()).contains("plimsoll: nodes: not in the snapshot, you may not list them: ", "forbidden");
        assertThat(text(file)).contains("system:serviceaccount:default:reader");
        var anonymous = folder.resolve("forbidden-anonymous.json.gz");
        assertThat(run("snapshot", "--anonymise", "-o", anonymous.toString(), "--kubeconfig", limited.toString())
                        .exit())
                .isZero();
        assertThat(text(anonymous)).doesNotContain("reader").contains("Forbidden");
        var snapshot = read(file);
        assertThat(snapshot.objects(SnapshotKinds.PODS)).hasSize(3);
        assertThat(snapshot.isComplete()).isFalse();
        assertThat(snapshot.header().state(SnapshotKinds.NODES.resource())).isInstanceOf(KindState.Forbidden.class);
        assertThat(snapshot.assumptions())
                .anySatisfy(each -> assertThat(each).contains("these could not be read", "nodes"));
    }
}
