package dev.plimsoll.integration.controllers;

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
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What people see with the kubectl on the PATH; not run where there is none. */
// Acceptance: drain, kubectl
class KubectlTest extends OneCluster {
    private static final String MANIFEST = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 3
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  terminationGracePeriodSeconds: 0
                  containers: [{name: c, image: "example/c:1", resources: {requests: {cpu: 100m}}}]
            ---
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: db}
            spec:
              replicas: 2
              serviceName: db
              selector: {matchLabels: {app: db}}
              template:
                metadata: {labels: {app: db}}
                spec:
                  terminationGracePeriodSeconds: 0
                  containers: [{name: c, image: "example/c:1"}]
            ---
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: agent}
            spec:
              selector: {matchLabels: {app: agent}}
              template:
                metadata: {labels: {app: agent}}
                spec:
                  terminationGracePeriodSeconds: 0
                  containers: [{name: c, image: "example/c:1"}]
            """;

    @BeforeEach
    void kubectlIsThere() throws IOException {
        Assumptions.assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "kubectl"))),
                "no kubectl on the PATH");
        Files.writeString(folder.resolve("config"), cluster.server().kubeconfig("admin", Cluster.TOKEN));
        Files.writeString(folder.resolve("all.yaml"), MANIFEST);
    }

    private String kubectl(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("kubectl"));
        command.addAll(Arrays.asList(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", folder.resolve("config").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("NO_PROXY", "127.0.0.1");
        var output = folder.resolve("output");
        var process = builder.redirectOutput(output.toFile()).start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(
                    "kubectl " + String.join(" ", arguments) + " did not end: " + Files.readString(output));
        }
        return Files.readString(output);
    }

    @Test
    @DisplayName("rollout status, history, undo, pause, restart and scale do what people expect")
    void rollouts() throws Exception {
        assertThat(kubectl("apply", "-f", "all.yaml")).contains("deployment.apps/web created");
        assertThat(kubectl("rollout", "status", "deployment/web"))
                .contains("deployment \"web\" successfully rolled out");
        assertThat(kubectl("rollout", "status", "statefulset/db"))
                .contains("partitioned roll out complete: 2 new pods have been updated...");
        assertThat(kubectl("rollout", "status", "daemonset/agent"))
                .contains("daemon set \"agent\" successfully rolled out");
        assertThat(kubectl("get", "deploy,rs,sts,ds"))
                .containsPattern("deployment.apps/web +3/3 +3 +3")
                .containsPattern("replicaset.apps/web-\\S+ +3 +3 +3")
                .containsPattern("statefulset.apps/db +2/2")
                .containsPattern("daemonset.apps/agent +2 +2 +2 +2 +2");

        assertThat(kubectl("set", "image", "deployment/web", "c=example/c:2")).contains("image updated");
        assertThat(kubectl("rollout", "status", "deployment/web")).contains("successfully rolled out");
        assertThat(kubectl("rollout", "history", "deployment/web")).containsPattern("(?s)1 .*2 ");
        assertThat(kubectl("rollout", "undo", "deployment/web")).contains("rolled back");
        assertThat(kubectl("rollout", "status", "deployment/web")).contains("successfully rolled out");
        assertThat(kubectl("get", "deployment", "web", "-o", "jsonpath={.spec.template.spec.containers[0].image}"))
                .isEqualTo("example/c:1");
        assertThat(kubectl("rollout", "history", "deployment/web")).containsPattern("(?s)2 .*3 ");

        assertThat(kubectl("scale", "deployment/web", "--replicas=5")).contains("scaled");
        assertThat(kubectl("rollout", "status", "deployment/web")).contains("successfully rolled out");
        assertThat(kubectl("get", "deploy", "web")).containsPattern("web +5/5 +5 +5");
        assertThat(kubectl("rollout", "pause", "deployment/web")).contains("paused");
        assertThat(kubectl("rollout", "resume", "deployment/web")).contains("resumed");

        assertThat(kubectl("set", "image", "statefulset/db", "c=example/c:2")).contains("image updated");
        assertThat(kubectl("rollout", "status", "statefulset/db"))
                .contains("partitioned roll out complete: 2 new pods have been updated...");
        assertThat(kubectl("rollout", "undo", "statefulset/db")).contains("rolled back");
        assertThat(kubectl("rollout", "status", "statefulset/db"))
                .contains("partitioned roll out complete: 2 new pods have been updated...");
        assertThat(kubectl("rollout", "restart", "daemonset/agent")).contains("restarted");
        assertThat(kubectl("rollout", "status", "daemonset/agent")).contains("successfully rolled out");
        assertThat(kubectl("rollout", "history", "daemonset/agent")).containsPattern("(?s)1 .*2 ");
        assertThat(kubectl("describe", "deployment", "web")).contains("ScalingReplicaSet", "NewReplicaSet:");
    }

    @Test
    @DisplayName("a job's template cannot be changed, and cordon and drain respect budgets")
    void jobsAndDrains() throws Exception {
        assertThat(kubectl("create", "job", "sum", "--image=example/c:1")).contains("created");
        assertThat(kubectl("get", "job", "sum")).containsPattern("sum +Running +0/1");
        assertThat(kubectl("get", "job")).containsPattern("NAME +STATUS +COMPLETIONS +DURATION +AGE");
        assertThat(kubectl("set", "image", "job/sum", "sum=example/c:2")).contains("field is immutable");
        assertThat(kubectl("delete", "job", "sum")).contains("deleted");

        assertThat(kubectl("create", "deployment", "web", "--image=example/c:1", "--replicas=2"))
                .contains("created");
        assertThat(kubectl("create", "pdb", "web", "--selector=app=web", "--min-available=2"))
                .contains("created");
        assertThat(kubectl("rollout", "status", "deployment/web")).contains("successfully rolled out");
        assertThat(kubectl("drain", "node-0", "--ignore-daemonsets", "--timeout=2s"))
                .contains("Cannot evict pod as it would violate the pod's disruption budget.");
        assertThat(kubectl("patch", "pdb", "web", "-p", "{\"spec\":{\"minAvailable\":0}}"))
                .contains("patched");
        assertThat(kubectl("drain", "node-0", "--ignore-daemonsets", "--timeout=50s", "--grace-period=0"))
                .contains("drained");
        assertThat(kubectl("get", "nodes")).containsPattern("node-0 +Ready,SchedulingDisabled");
    }
}
