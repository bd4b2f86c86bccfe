package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of Kubernetes clients: kubectl
/** Drives the kubectl on the PATH against a server of this test; not run where there is none. */
// Acceptance of KEP-1287: subresource-verbs, valid-qos
class KubectlTest {
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, labels: {app: web}}
            spec:
              resources: {requests: {cpu: "1", memory: 1Gi}, limits: {cpu: "1", memory: 1Gi}}
              containers:
              - {name: a, image: "example/a:1"}
              - {name: b, image: "example/b:1", resources: {requests: {cpu: 100m}}}
            """;
    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: d}
            spec:
              selector: {matchLabels: {app: d}}
              template:
                metadata: {labels: {app: d}}
                spec: {containers: [{name: c, image: "example/c:1"}]}
            """;

    @TempDir
    private Path folder;

    private final TestServer server = TestServer.secure();

    @BeforeEach
    void kubectlIsThere() throws IOException {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "kubectl"))),
                "no kubectl on the PATH");
        Files.writeString(folder.resolve("config"), server.server().kubeconfig("admin", TestServer.TOKEN));
        Files.writeString(folder.resolve("pod.yaml"), POD);
        Files.writeString(folder.resolve("deployment.yaml"), DEPLOYMENT);
    }

    @AfterEach
    void closed() {
        server.close();
    }

    private String kubectl(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("kubectl"));
        command.addAll(Arrays.asList(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", folder.resolve("config").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("KUBE_EDITOR", folder.resolve("editor").toString());
        builder.environment().put("NO_PROXY", "127.0.0.1");
        var output = folder.resolve("output");
        var process = builder.redirectOutput(output.toFile()).start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("kubectl " + String.join(" ", arguments) + " did not end");
        }
        return Files.readString(output);
    }

    @Test
    void podsAreAppliedShownResizedAndDeleted() throws Exception {
        assertThat(kubectl("apply", "-f", "pod.yaml")).contains("pod/web created");
        assertThat(kubectl("apply", "-f", "pod.yaml")).contains("pod/web unchanged");
        assertThat(kubectl("get", "pods", "-o", "wide"))
                .contains("NAME", "READINESS GATES")
                .contains("web", "0/2", "Pending");
        assertThat(kubectl("get", "pod", "web", "-o", "yaml")).contains("qosClass: Guaranteed");
        assertThat(kubectl("describe", "pod", "web")).contains("Resources:", "QoS Class:", "Guaranteed");
        assertThat(kubectl(
                        "patch",
                        "pod",
                        "web",
                        "--type",
                        "json",
                        "-p",
                        "[{\"op\":\"add\",\"path\":\"/metadata/labels/x\",\"value\":\"y\"}]"))
                .contains("patched");
        assertThat(kubectl("patch", "pod", "web", "-p", "{\"metadata\":{\"labels\":{\"s\":\"1\"}}}"))
                .contains("patched");
        assertThat(kubectl(
                        "patch",
                        "pod",
                        "web",
                        "--subresource",
                        "resize",
                        "--type",
                        "merge",
                        "-p",
                        "{\"spec\":{\"resources\":{\"requests\":{\"cpu\":\"2\"},\"limits\":{\"cpu\":\"2\"}}}}"))
                .contains("patched");
        assertThat(kubectl("get", "pod", "web", "-o", "jsonpath={.metadata.generation} {.spec.resources.limits.cpu}"))
                .isEqualTo("2 2");
        assertThat(kubectl(
                        "patch",
                        "pod",
                        "web",
                        "--subresource",
                        "resize",
                        "--type",
                        "merge",
                        "-p",
                        "{\"spec\":{\"resources\":{\"requests\":{\"cpu\":\"1\"}}}}"))
                .contains("Pod QOS Class may not change as a result of resizing");
        assertThat(kubectl("get", "pod", "web", "-o", "jsonpath={.spec.tolerations[0].key}"))
                .contains("not-ready");
        assertThat(kubectl("label", "pod", "web", "z=1")).contains("labeled");
        assertThat(kubectl("annotate", "pod", "web", "n=1")).contains("annotated");
        assertThat(kubectl("get", "pods", "-l", "z=1", "-o", "name")).contains("pod/web");
        assertThat(kubectl("wait", "--for=jsonpath={.status.phase}=Pending", "pod/web", "--timeout=10s"))
                .contains("condition met");
        assertThat(kubectl("delete", "pod", "web")).contains("deleted");
        assertThat(server.defects()).isEmpty();
    }

    @Test
    void workloadsAreScaledAndAppliedByTheServer() throws Exception {
        assertThat(kubectl("apply", "--server-side", "-f", "deployment.yaml")).contains("serverside-applied");
        assertThat(kubectl("scale", "deployment", "d", "--replicas=3")).contains("scaled");
        assertThat(kubectl("get", "deployment", "d", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("3");
        assertThat(kubectl("replace", "-f", "deployment.yaml")).contains("replaced");
        assertThat(kubectl("delete", "deployment", "d")).contains("deleted");
        assertThat(server.defects()).isEmpty();
    }

    @Test
    void bodiesInProtobufAreRead() throws Exception {
        assertThat(kubectl("auth", "can-i", "create", "pods")).contains("yes");
        assertThat(kubectl("create", "namespace", "foo")).contains("namespace/foo created");
        assertThat(kubectl("create", "deployment", "e", "--image=example/e:1", "--replicas=2"))
                .contains("deployment.apps/e created");
        assertThat(kubectl("create", "configmap", "c", "--from-literal=a=b")).contains("configmap/c created");
        assertThat(kubectl("get", "configmap", "c", "-o", "jsonpath={.data.a}")).isEqualTo("b");
        assertThat(server.defects()).isEmpty();
    }

    @Test
    void clientsFindTheirWay() throws Exception {
        assertThat(kubectl("api-resources")).contains("pods", "verticalpodautoscalers", "resourcequotas");
        assertThat(kubectl("explain", "pod.spec.resources"))
                .contains("limits", "requests", "What the pod as a whole asks for", "The most that may be used");
        assertThat(kubectl("events")).contains("No events found");
        assertThat(kubectl("get", "namespaces")).contains("default", "kube-system", "kube-node-lease");
    }

    /** A list is no kind of the newer OpenAPI documents: kubectl looks into the older one, which it takes as a message only. */
    @Test
    void listsAndUnknownKindsInAFileAreJudged() throws Exception {
        Files.writeString(folder.resolve("list.yaml"), """
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: v1, kind: ConfigMap, metadata: {name: one}}
                - {apiVersion: v1, kind: ConfigMap, metadata: {name: two}, data: {a: b}}
                """);
        assertThat(kubectl("create", "-f", "list.yaml")).contains("configmap/one created", "configmap/two created");
        assertThat(kubectl("apply", "-f", "list.yaml"))
                .contains("configmap/one configured", "configmap/two configured");
        Files.writeString(
                folder.resolve("unknown.yaml"), "apiVersion: example.com/v1\nkind: Nothing\nmetadata: {name: x}\n");
        assertThat(kubectl("create", "-f", "unknown.yaml"))
                .contains("no matches for kind \"Nothing\" in version \"example.com/v1\"");
        assertThat(server.defects()).isEmpty();
    }

    @Test
    void whoEditsAPodIsHeard() throws Exception {
        kubectl("apply", "-f", "pod.yaml");
        var editor = folder.resolve("editor");
        Files.writeString(editor, "#!/bin/sh\nsed -i 's/cpu: \"1\"/cpu: \"3\"/' \"$1\"\n");
        assertThat(editor.toFile().setExecutable(true)).isTrue();
        assertThat(kubectl("edit", "pod", "web", "--subresource", "resize")).contains("pod/web edited");
        assertThat(kubectl("get", "pod", "web", "-o", "jsonpath={.spec.resources.limits.cpu}"))
                .isEqualTo("3");
    }

    @Test
    void twoManagersOfOneFieldAreInConflict() throws Exception {
        assertThat(kubectl("apply", "--server-side", "--field-manager=one", "-f", "pod.yaml"))
                .contains("pod/web serverside-applied");
        Files.writeString(folder.resolve("pod.yaml"), POD.replace("app: web", "app: other"));
        assertThat(kubectl("apply", "--server-side", "--field-manager=two", "-f", "pod.yaml"))
                .contains("Apply failed with 1 conflict: conflict with \"one\": .metadata.labels.app")
                .contains("--force-conflicts");
        assertThat(kubectl("apply", "--server-side", "--field-manager=two", "--force-conflicts", "-f", "pod.yaml"))
                .contains("serverside-applied");
        assertThat(kubectl("get", "pod", "web", "-o", "jsonpath={.metadata.labels.app}"))
                .isEqualTo("other");
    }

    @Test
    void refusalsReadAsTheyDoElsewhere() throws Exception {
        assertThat(kubectl("create", "quota", "q", "--hard=requests.cpu=500m,limits.cpu=4"))
                .contains("resourcequota/q created");
        assertThat(kubectl("apply", "-f", "pod.yaml"))
                .contains("Error from server (Forbidden)")
                .contains(
                        "pods \"web\" is forbidden: exceeded quota: q, requested: requests.cpu=1, used: requests.cpu=0, "
                                + "limited: requests.cpu=500m");
        assertThat(kubectl("delete", "quota", "q")).contains("deleted");
        Files.writeString(
                folder.resolve("limits.yaml"),
                "apiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Pod, max: {cpu: 500m}}]}\n");
        assertThat(kubectl("apply", "-f", "limits.yaml")).contains("limitrange/l created");
        assertThat(kubectl("apply", "-f", "pod.yaml"))
                .contains("pods \"web\" is forbidden: maximum cpu usage per Pod is 500m, but limit is 1");
    }

    @Test
    void aWatchShowsWhatHappens() throws Exception {
        kubectl("apply", "-f", "pod.yaml");
        var output = folder.resolve("watch");
        var builder = new ProcessBuilder("kubectl", "get", "pods", "-w", "--output-watch-events")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("KUBECONFIG", folder.resolve("config").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("NO_PROXY", "127.0.0.1");
        var watch = builder.start();
        try {
            await(output, "ADDED");
            kubectl("delete", "pod", "web");
            await(output, "DELETED");
        } finally {
            watch.destroyForcibly();
            assertThat(watch.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void await(Path file, String text) throws IOException {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!Files.readString(file).contains(text)) {
            if (System.nanoTime() > deadline) throw new AssertionError("no " + text + ": " + Files.readString(file));
            Thread.onSpinWait();
        }
    }

    @Test
    void accountsAndTokens() throws Exception {
        assertThat(kubectl("create", "serviceaccount", "bot")).contains("serviceaccount/bot created");
        assertThat(kubectl("create", "token", "bot").split("\\.", -1)).hasSize(3);
        assertThat(kubectl("annotate", "serviceaccount", "bot", "a=b")).contains("annotated");
        assertThat(kubectl("get", "serviceaccount", "bot", "-o", "yaml")).contains("a: b");
        assertThat(server.defects()).isEmpty();
    }
}
