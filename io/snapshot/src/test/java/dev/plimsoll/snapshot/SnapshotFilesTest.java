package dev.plimsoll.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.snapshot.SnapshotProblem.Effect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as kubectl writes them, in every form, and what is told of their objects. */
// Acceptance of simulate: snapshot-left-out, snapshot-kubectl, bad-input
class SnapshotFilesTest {
    private static final String NODE = """
            {"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"},"status":{"allocatable":{"cpu":"4","memory":"8Gi","pods":"110"}}}""";

    private static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"shop","name":"web","uid":"u1","resourceVersion":"7",
            "managedFields":[{"manager":"kubectl"}],"annotations":{"team":"a",
            "kubectl.kubernetes.io/last-applied-configuration":"{}"}},
            "spec":{"nodeName":"n1","containers":[{"name":"c","image":"app:1","args":["--password=secret"],
            "env":[{"name":"TOKEN","value":"secret"}],"resources":{"requests":{"cpu":"100m"}}}]},
            "status":{"phase":"Running","podIP":"10.0.0.7"}}""";

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Snapshot read(Path... files) {
        return new SnapshotFiles(SnapshotLimits.usual()).read(List.of(files));
    }

    private static List<String> names(List<? extends ApiObject> objects) {
        return objects.stream().map(ApiObject::name).map(ObjectName::toString).toList();
    }

    private static void isWhole(Snapshot snapshot) {
        assertThat(snapshot.problems()).isEmpty();
        assertThat(names(snapshot.objects(SnapshotKinds.NODES))).containsExactly("n1");
        assertThat(names(snapshot.objects(SnapshotKinds.PODS))).containsExactly("shop/web");
        assertThat(snapshot.isUnreadable()).isFalse();
        assertThat(snapshot.isComplete()).isTrue();
    }

    @Test
    @DisplayName("kubectl writes a list with its items before its kind")
    void kubectlList() throws IOException {
        isWhole(read(file("all.json", """
                {"apiVersion":"v1","items":[%s,%s],"kind":"List","metadata":{"resourceVersion":""}}""".formatted(NODE, POD))));
    }

    @Test
    @DisplayName("lists in lists, arrays, and one text after the other in a file")
    void nested() throws IOException {
        isWhole(read(file("nested.json", """
                {"kind":"List","apiVersion":"v1","items":[{"kind":"List","apiVersion":"v1","items":[%s]}]}""".formatted(POD) + "\n[" + NODE + "]\n")));
        isWhole(read(file("stream.json", NODE + "\n" + POD)));
    }

    @Test
    @DisplayName("a list as the API sends it: its items do not say what they are, and it says its version")
    void typedList() throws IOException {
        var pod = POD.replace("\"apiVersion\":\"v1\",\"kind\":\"Pod\",", "");
        var snapshot = read(file("nodes.json", NODE), file("pods.json", """
                        {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"99"},"items":[%s]}""".formatted(pod)), file("again.json", """
                        {"items":[],"kind":"NodeList","apiVersion":"v1","metadata":{"resourceVersion":"98","continue":"x"}}"""));
        isWhole(snapshot);
        assertThat(snapshot.header().state(SnapshotKinds.PODS.resource())).isEqualTo(new KindState.Listed("99"));
        assertThat(snapshot.header().state(SnapshotKinds.NODES.resource())).isEqualTo(new KindState.Given());
        assertThat(snapshot.header().state(SnapshotKinds.JOBS.resource())).isEqualTo(new KindState.NotGiven());
        assertThat(snapshot.assumptions())
                .hasSize(3)
                .anySatisfy(text -> assertThat(text).contains("jobs.batch", "the cluster is taken to have none"));
    }

    @Test
    @DisplayName("YAML, with several documents or as a list, gives the same objects as JSON")
    void yaml() throws IOException {
        var yaml = """
                apiVersion: v1
                kind: Node
                metadata:
                  name: n1
                status:
                  allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
                ---
                apiVersion: v1
                kind: List
                items:
                - apiVersion: v1
                  kind: Pod
                  metadata: {namespace: shop, name: web, uid: u1, resourceVersion: "7", annotations: {team: a}}
                  spec:
                    nodeName: n1
                    containers:
                    - {name: c, image: "app:1", resources: {requests: {cpu: 100m}}}
                  status: {phase: Running}
                """;
        var written = read(file("all.yaml", yaml));
        isWhole(written);
        var json = read(file("all.json", NODE + POD));
        assertThat(written.objects(SnapshotKinds.PODS)).isEqualTo(json.objects(SnapshotKinds.PODS));
        assertThat(written.objects(SnapshotKinds.NODES)).isEqualTo(json.objects(SnapshotKinds.NODES));
    }

    @Test
    @DisplayName("a folder, with files that are compressed and files that are something else")
    void folder() throws IOException {
        file("nodes.json", NODE);
        file("readme.txt", "not read");
        try (var zipped = new GZIPOutputStream(Files.newOutputStream(folder.resolve("pods.json.gz")))) {
            zipped.write(POD.getBytes(StandardCharsets.UTF_8));
        }
        isWhole(read(folder));
    }

    @Test
    @DisplayName("what could be secret and what nobody reads is not kept")
    void leftOut() throws IOException {
        var snapshot = read(file("all.json", NODE + POD));
        var text = snapshot.objects(SnapshotKinds.PODS).getFirst().document().toString();
        assertThat(text).doesNotContain("secret", "TOKEN", "managedFields", "last-applied", "10.0.0.7");
        assertThat(text).contains("\"team\":\"a\"", "\"cpu\":\"100m\"", "\"image\":\"app:1\"");
    }

    @Test
    @DisplayName("objects in another order and in other files give the same snapshot")
    void anyOrder() throws IOException {
        var documents = new ArrayList<String>();
        for (var i = 0; i < 40; i++) {
            documents.add(NODE.replace("n1", "n" + i));
            documents.add(POD.replace("\"web\"", "\"web-" + i + "\"").replace("\"n1\"", "\"n" + i * 2 + "\""));
        }
        var first = read(file("a.json", String.join("\n", documents)));
        for (var seed = 0; seed < 100; seed++) {
            Collections.shuffle(documents, new Random(seed));
            var again = read(file("a.json", String.join("\n", documents)));
            assertThat(again.objects(SnapshotKinds.PODS)).isEqualTo(first.objects(SnapshotKinds.PODS));
            assertThat(again.objects(SnapshotKinds.NODES)).isEqualTo(first.objects(SnapshotKinds.NODES));
            assertThat(again.problems()).isEqualTo(first.problems());
        }
        assertThat(first.problems()).hasSize(20);
    }

    @Test
    @DisplayName("of an object that is there twice the newer counts, whichever comes first")
    void twice() throws IOException {
        var older = file("a.json", NODE + POD);
        var newer = file("b.json", POD.replace("\"resourceVersion\":\"7\"", "\"resourceVersion\":\"12\""));
        for (var files : List.of(List.of(older, newer), List.of(newer, older))) {
            var snapshot = new SnapshotFiles(SnapshotLimits.usual()).read(files);
            assertThat(snapshot.objects(SnapshotKinds.PODS)
                            .getFirst()
                            .metadata()
                            .version())
                    .isEqualTo("12");
            assertThat(snapshot.problems())
                    .extracting(SnapshotProblem::toString)
                    .containsExactly(older + ": Pod shop/web: it is there twice; that of " + newer
                            + " counts, which has version 12");
        }
    }

    @Test
    @DisplayName("pods on a node that is not there are told of once for the node, and kept")
    void nodeThatIsNotThere() throws IOException {
        var gone = POD.replace("\"n1\"", "\"gone\"");
        var file = file("all.json", NODE + gone.replace("\"web\"", "\"b\"") + gone.replace("\"web\"", "\"a\""));
        var snapshot = read(file);
        assertThat(names(snapshot.objects(SnapshotKinds.PODS))).containsExactly("shop/a", "shop/b");
        assertThat(snapshot.problems())
                .extracting(SnapshotProblem::toString)
                .containsExactly(file + ": Pod shop/a and 1 other: is on node gone, which is not in the snapshot");
        assertThat(snapshot.problems()).extracting(SnapshotProblem::effect).containsExactly(Effect.KEPT);
    }

    @Test
    @DisplayName("documents cannot be changed; drafts of them can")
    void unchangeable() throws IOException {
        var pod = read(file("all.json", NODE + POD)).objects(SnapshotKinds.PODS).getFirst();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> pod.document().put("kind", "Other"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(pod.document().deepCopy().put("kind", "Other").path("kind").asText())
                .isEqualTo("Other");
        assertThat(pod.document().path("kind").asText()).isEqualTo("Pod");
    }
}
