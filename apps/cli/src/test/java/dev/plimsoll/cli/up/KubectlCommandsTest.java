package dev.plimsoll.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.ProgramCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Acceptance of Kubernetes clients: kubectl
/** Every command of kubectl that needs no real container, against a whole cluster as it comes up by default. */
// Acceptance of the command line: everyday-kubectl
@Tag(ProgramCommand.TAG)
class KubectlCommandsTest {
    @TempDir
    private static Path folder;

    private static Up up;

    @BeforeAll
    static void start() throws IOException {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "kubectl"))),
                "no kubectl on the PATH");
        up = Up.start(folder, "--nodes", "2");
    }

    @AfterAll
    static void stop() {
        if (up != null) up.close();
    }

    /** Fails unless kubectl ends well and says what is expected. */
    private static void run(String expected, String command) throws IOException, InterruptedException {
        assertThat(up.kubectl(command.split(" ", -1))).as(command).contains(expected);
    }

    private static String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void everyGeneratorMakesItsObject() throws Exception {
        run("created", "create namespace made");
        for (var command : List.of(
                "clusterrole made --verb=get --resource=pods",
                "clusterrolebinding made --clusterrole=made --user=ann",
                "configmap made --from-literal=a=b",
                "cronjob made --image=example/a --schedule=0/5_*_*_*_*",
                "deployment made --image=example/a --replicas=2",
                "ingress made --rule=example.com/a=made:80",
                "job made --image=example/a",
                "job again --from=cronjob/made",
                "poddisruptionbudget made --min-available=1 --selector=app=made",
                "priorityclass made --value=10",
                "quota made --hard=pods=50",
                "role made --verb=get --resource=pods",
                "rolebinding made --role=made --user=ann",
                "secret generic made --from-literal=a=b",
                "secret docker-registry registry --docker-username=u --docker-password=p",
                "service clusterip ip --tcp=80",
                "service nodeport port --tcp=80",
                "service loadbalancer balancer --tcp=80",
                "service externalname name --external-name=example.com",
                "serviceaccount made")) {
            var arguments = Stream.of(("create " + command + " -n made").split(" ", -1))
                    .map(each -> each.startsWith("--schedule")
                            ? each.replace('_', ' ').replace("0/5", "*/5")
                            : each)
                    .toArray(String[]::new);
            assertThat(up.kubectl(arguments)).as(command).contains(" created");
        }
        run(".", "create token made -n made");
        run("exposed", "expose deployment made --port=80 -n made");
        run("autoscaled", "autoscale deployment made --min=1 --max=3 --cpu-percent=50 -n made");
    }

    @Test
    void aWorkloadIsRolledOutChangedAndRolledBack() throws Exception {
        run("created", "create namespace rolled");
        run("created", "create deployment web --image=example/a --replicas=2 -n rolled");
        run("successfully rolled out", "rollout status deployment/web --timeout=60s -n rolled");
        run("image updated", "set image deployment/web a=example/b -n rolled");
        run("successfully rolled out", "rollout status deployment/web --timeout=60s -n rolled");
        run("REVISION", "rollout history deployment/web -n rolled");
        run("rolled back", "rollout undo deployment/web -n rolled");
        run("paused", "rollout pause deployment/web -n rolled");
        run("env updated", "set env deployment/web A=b -n rolled");
        run("resource requirements updated", "set resources deployment/web --requests=cpu=10m -n rolled");
        run("resumed", "rollout resume deployment/web -n rolled");
        run("restarted", "rollout restart deployment/web -n rolled");
        run("scaled", "scale deployment web --replicas=1 -n rolled");
        run("condition met", "wait --for=condition=Available deployment/web --timeout=60s -n rolled");
        // Without its version: the controllers go on writing the status.
        var text = file(
                "web.yaml",
                up.kubectl("get", "deployment", "web", "-o", "yaml", "-n", "rolled")
                        .replaceAll("(?m)^  resourceVersion: .*\n", ""));
        run("deployment.apps/web", "apply -f " + text + " -n rolled");
        run("apiVersion", "apply view-last-applied deployment web -n rolled");
        run("patched", "patch deployment web -p {\"metadata\":{\"labels\":{\"a\":\"b\"}}} -n rolled");
        run("scaled", "scale deployment web --replicas=3 -n rolled");
        var other = up.tried("diff", "-f", text, "-n", "rolled");
        assertThat(other.exit()).as(other.text()).isEqualTo(1);
        assertThat(other.text()).contains("-  replicas: 3", "+  replicas: 1");
        run("Name:", "describe deployment web -n rolled");
        run("ScalingReplicaSet", "events -n rolled");
    }

    @Test
    void theClusterIsLookedAtAndLookedAfter() throws Exception {
        run("is running at", "cluster-info");
        run("\"kind\": \"NodeList\"", "cluster-info dump");
        run("pods", "api-resources");
        run("apps/v1", "api-versions");
        run("yes", "auth can-i create pods");
        run("Username", "auth whoami");
        run("node/node-1 cordoned", "cordon node-1");
        run("drained", "drain node-1 --ignore-daemonsets --force --timeout=60s");
        run("uncordoned", "uncordon node-1");
        run("tainted", "taint node node-1 a=b:PreferNoSchedule");
        var role = file("role.yaml", """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: reconciled, namespace: default}
                rules: [{apiGroups: [""], resources: [pods], verbs: [list]}]
                """);
        run("reconciled", "auth reconcile -f " + role);
        run("deleted", "delete -f " + role);
    }

    @Test
    void everyKindIsExplained() throws Exception {
        var kinds = up.kubectl("api-resources", "--no-headers", "--api-group=apps", "-o", "name")
                .lines()
                .toList();
        assertThat(kinds).contains("deployments.apps", "statefulsets.apps");
        for (var group : List.of(
                "", "apps", "batch", "autoscaling", "autoscaling.k8s.io", "resource.k8s.io", "scheduling.k8s.io")) {
            for (var line : up.kubectl("api-resources", "--no-headers", "--api-group=" + group)
                    .lines()
                    .toList()) {
                var words = line.strip().split("\\s+");
                var version = Stream.of(words)
                        .filter(word -> word.matches("(.*/)?v[0-9].*"))
                        .findFirst()
                        .orElseThrow();
                run("FIELDS", "explain " + words[0] + " --api-version=" + version);
            }
        }
    }
}
