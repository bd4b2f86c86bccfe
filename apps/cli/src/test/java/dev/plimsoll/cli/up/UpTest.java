package dev.plimsoll.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cli.ProgramCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer does first, with the real kubectl: the story of the IDE pod, through a kill in the middle. */
// Acceptance of the autoscaler: speed
// Acceptance of the command line: two-instances, everyday-kubectl
@Tag(ProgramCommand.TAG)
class UpTest {
    private static final Path EXAMPLES = Path.of("..", "..", "examples");
    private static final String RESIZED = "-o=jsonpath={.status.resources.limits.cpu} "
            + "{.status.containerStatuses[0].resources.requests.cpu} {.status.conditions[?(@.type==\"PodResizePending\")].reason}";

    @TempDir
    Path folder;

    @BeforeEach
    void kubectlIsThere() {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "kubectl"))),
                "no kubectl on the PATH");
    }

    @Test
    void theStoryOfTheIdePod() throws IOException, InterruptedException {
        try (var up = Up.start(folder, "--nodes", "2")) {
            assertThat(up.said).anyMatch(line -> line.contains("export KUBECONFIG="));
            assertThat(up.kubectl("get", "nodes"))
                    .containsPattern("node-0 +Ready")
                    .containsPattern("node-1 +Ready");
            up.kubectl("apply", "-f", EXAMPLES.resolve("ide.yaml").toString());
            up.kubectl("wait", "--for=condition=Ready", "pod/myide", "--timeout=60s");
            assertThat(up.kubectl("get", "pod", "myide", RESIZED)).isEqualTo("4 500m ");

            resize(up, "{\"spec\":{\"resources\":{\"limits\":{\"cpu\":\"6\"},\"requests\":{\"cpu\":\"2\"}}}}");
            up.kubectl("wait", "--for=jsonpath={.status.resources.limits.cpu}=6", "pod/myide", "--timeout=60s");
            resize(
                    up,
                    "{\"spec\":{\"containers\":[{\"name\":\"ide\",\"resources\":{\"requests\":{\"cpu\":\"800m\"}}}]}}");
            up.kubectl(
                    "wait",
                    "--for=jsonpath={.status.containerStatuses[0].resources.requests.cpu}=800m",
                    "pod/myide",
                    "--timeout=60s");
            deferred(up);
            up.kill();
        }
        try (var up = Up.start(folder, "--nodes", "2")) {
            assertThat(up.kubectl("get", "pod", "myide", "-o=jsonpath={.status.containerStatuses[0].restartCount}"))
                    .as("nothing was started again")
                    .isEqualTo("0");
            assertThat(up.kubectl("get", "pod", "grower", RESIZED)).endsWith(" Deferred");
            up.kubectl("delete", "pod", "neighbour", "--wait=false");
            up.kubectl(
                    "wait",
                    "--for=jsonpath={.status.containerStatuses[0].resources.requests.cpu}=5",
                    "pod/grower",
                    "--timeout=60s");
            infeasible(up);
            up.kubectl("delete", "pod", "myide", "--timeout=60s");
            assertThat(up.tried("get", "pod", "myide").text()).contains("NotFound");
            assertThat(up.stop()).isEqualTo(143);
        }
    }

    /** A node of 8 CPUs with two pods, of which one would like what the other has. */
    private void deferred(Up up) throws IOException, InterruptedException {
        up.kubectl("apply", "-f", pod("grower", "1"));
        up.kubectl("apply", "-f", pod("neighbour", "5"));
        up.kubectl("wait", "--for=condition=Ready", "pod/grower", "pod/neighbour", "--timeout=60s");
        var patch = "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"5\"}}}]}}";
        up.kubectl("patch", "pod", "grower", "--subresource", "resize", "--patch", patch);
        up.kubectl(
                "wait",
                "--for=jsonpath={.status.conditions[?(@.type==\"PodResizePending\")].reason}=Deferred",
                "pod/grower",
                "--timeout=60s");
        assertThat(up.kubectl("describe", "pod", "grower")).contains("Deferred");
    }

    private void infeasible(Up up) throws IOException, InterruptedException {
        var patch = "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"500\"}}}]}}";
        var answer = up.tried("patch", "pod", "grower", "--subresource", "resize", "--patch", patch);
        if (answer.exit() != 0) {
            assertThat(answer.text()).contains("allocatable");
            return;
        }
        up.kubectl(
                "wait",
                "--for=jsonpath={.status.conditions[?(@.type==\"PodResizePending\")].reason}=Infeasible",
                "pod/grower",
                "--timeout=60s");
    }

    private static void resize(Up up, String patch) throws IOException, InterruptedException {
        up.kubectl("patch", "pod", "myide", "--subresource", "resize", "--patch", patch);
    }

    private String pod(String name, String cpu) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s}
                spec:
                  nodeName: node-1
                  containers:
                  - name: c
                    image: i
                    resources: {requests: {cpu: "%s", memory: 1Gi}}
                """.formatted(name, cpu))
                .toString();
    }

    @Test
    void aDeploymentIsRolledOutAndReadsItsLogs() throws IOException, InterruptedException {
        try (var up =
                Up.start(folder, "--config", EXAMPLES.resolve("nodes.yaml").toString())) {
            assertThat(up.kubectl("get", "nodes", "-l", "disk=ssd")).contains("numa-0");
            up.kubectl("create", "deployment", "web", "--image=nginx", "--replicas=3");
            assertThat(up.kubectl("rollout", "status", "deployment/web", "--timeout=60s"))
                    .contains("successfully rolled out");
            assertThat(up.kubectl("logs", "deployment/web")).contains("started nginx");
        }
    }

    /** Claims are made by the controllers with the rights that they have in a cluster, not with an administrator's. */
    @Test
    void aStatefulSetGetsItsClaimsAndItsPods() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("set.yaml"), """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  serviceName: db
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec:
                      containers:
                      - {name: c, image: "example/db:1", volumeMounts: [{name: data, mountPath: /data}]}
                  volumeClaimTemplates:
                  - metadata: {name: data}
                    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """);
        try (var up = Up.start(folder, "--nodes", "1")) {
            up.kubectl("apply", "-f", folder.resolve("set.yaml").toString());
            assertThat(up.kubectl("rollout", "status", "statefulset/db", "--timeout=60s"))
                    .contains("partitioned roll out complete");
            assertThat(up.kubectl("get", "persistentvolumeclaims", "-o", "name"))
                    .contains("persistentvolumeclaim/data-db-0");
        }
    }

    @Test
    void twoOnTheSameDataAreNotPossible() throws IOException {
        try (var _ = Up.start(folder, "--nodes", "0")) {
            assertThatThrownBy(() -> Up.start(folder, "--nodes", "0"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("runs already")
                    .hasMessageContaining("plimsoll stop data");
        }
    }

    @Test
    void aKubeconfigOfSomebodyElseIsLeftAlone() throws IOException {
        var mine = Files.writeString(folder.resolve("config"), "apiVersion: v1\nkind: Config\n");
        assertThatThrownBy(() -> Up.start(folder, "--kubeconfig-out", mine.toString()))
                .hasMessageContaining("was not written by plimsoll");
        assertThat(mine).hasContent("apiVersion: v1\nkind: Config\n");
    }

    /** An hour of the autoscaler is a minute: without that its first decision would come after a minute. */
    @Test
    void withSpeedTheAutoscalerIsSeenAtWork() throws IOException, InterruptedException {
        try (var up = Up.start(folder, "--vpa-speed", "600")) {
            up.kubectl("apply", "-f", EXAMPLES.resolve("autoscaled.yaml").toString());
            up.kubectl("wait", "--for=condition=RecommendationProvided", "vpa/web", "--timeout=50s");
            assertThat(up.kubectl("get", "vpa", "web", "-o", "wide"))
                    .containsPattern("NAME +MODE +CPU +MEM +PROVIDED +AGE")
                    .containsPattern("web +InPlaceOrRecreate +\\S+ +\\S+ +True");
            up.kubectl("wait", "--for=jsonpath={.metadata.annotations.vpaInPlaceUpdated}=true", "pod", "-l", "app=web");
            assertThat(up.kubectl(
                            "get", "pods", "-l", "app=web", "-o=jsonpath={.items[*].spec.resources.requests.cpu}"))
                    .as("more than they asked for")
                    .doesNotContain("50m");
        }
    }

    @Test
    void withoutSpeedThereIsNoAutoscaler() throws IOException, InterruptedException {
        try (var up = Up.start(folder, "--vpa-speed", "0")) {
            assertThat(up.kubectl("get", "mutatingwebhookconfigurations", "-o", "name"))
                    .doesNotContain("vpa");
            assertThat(up.tried("get", "lease", "-n", "kube-system", "vpa-admission-controller")
                            .text())
                    .contains("NotFound");
        }
    }
}
