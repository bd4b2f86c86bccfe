package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: resize-formulas, cgroup-files, memory-kill
/** Cgroups of containers, pods and classes as programs in containers see them. */
@PlimsollCluster(time = ClusterTime.VIRTUAL)
class CgroupViewTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    CgroupViewTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    private void apply(String manifest) {
        kubernetes
                .load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)))
                .inNamespace("default")
                .create();
    }

    private static boolean hasEnded(ObjectNode pod) {
        return List.of("Succeeded", "Failed").contains(pod.at("/status/phase").asText());
    }

    private List<String> output(String pod, String container) {
        return kubernetes
                .pods()
                .inNamespace("default")
                .withName(pod)
                .inContainer(container)
                .getLog()
                .lines()
                .toList();
    }

    @Test
    @DisplayName(
            "a program finds the cgroup of its pod by the pod's uid below a hostPath, and its own below /sys/fs/cgroup")
    void paths() {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: view}
                spec:
                  restartPolicy: Always
                  resources: {requests: {cpu: 100m, memory: 100Mi}, limits: {cpu: 200m, memory: 200Mi}}
                  volumes: [{name: host, hostPath: {path: /sys/fs/cgroup}}]
                  containers:
                  - name: c
                    image: busybox
                    env: [{name: POD, valueFrom: {fieldRef: {fieldPath: metadata.uid}}}]
                    resources: {limits: {cpu: 50m, memory: 64Mi}}
                    volumeMounts: [{name: host, mountPath: /host}]
                    command:
                    - sh
                    - -c
                    - |
                      grep Cpus_allowed_list /proc/self/status | cut -f2
                      mount -t cgroup2 | grep -c /sys/fs/cgroup
                      for f in cpu.max memory.max; do head -n 1 /sys/fs/cgroup/$f; done
                      pod=$(find /host -name "*$(echo $POD | tr - _)*" -o -name "*$POD*")
                      echo $pod | wc -w
                      for f in cpu.max cpu.weight memory.max; do head -n 1 $pod/$f; done
                      head -n 1 /host/kubepods/burstable/cpu.weight
                      head -n 1 /host/kubepods/besteffort/cpu.weight
                      cat $pod/memory.events | grep oom_kill
                      test $(cat /proc/1/oom_score_adj) -gt 0 && echo scored
                      trap exit TERM
                      while true; do sleep 1; done
                """);
        cluster.awaitPod(
                "default", "view", pod -> pod.at("/status/phase").asText().equals("Running"));
        for (var step = 0; step < 60 && !output("view", "c").contains("scored"); step++)
            cluster.pass(Duration.ofSeconds(1));
        assertThat(output("view", "c"))
                .containsExactly(
                        "0-7",
                        "1",
                        "5000 100000",
                        "67108864",
                        "1",
                        "20000 100000",
                        "4",
                        "209715200",
                        "4",
                        "1",
                        "oom_kill 0",
                        "scored");
        kubernetes
                .pods()
                .inNamespace("default")
                .withName("view")
                .withGracePeriod(0)
                .delete();
    }

    @Test
    @DisplayName(
            "a container that uses more memory than it may is killed, whatever its profile, and its pod counts that")
    void outOfMemory() {
        apply("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: oom
                  annotations: {simulation.plimsoll.dev/memory.hungry: constant 80Mi}
                spec:
                  restartPolicy: Never
                  volumes: [{name: host, hostPath: {path: /sys/fs/cgroup}}]
                  containers:
                  - name: hungry
                    image: i
                    resources: {limits: {memory: 64Mi, cpu: 100m}}
                  - name: look
                    image: busybox
                    env: [{name: POD, valueFrom: {fieldRef: {fieldPath: metadata.uid}}}]
                    volumeMounts: [{name: host, mountPath: /host}]
                    command: [sh, -c, 'sleep 10; cat $(find /host -name "*$POD*")/memory.events']
                """);
        for (var step = 0; step < 60; step++) cluster.pass(Duration.ofSeconds(1));
        var pod = cluster.awaitPod("default", "oom", CgroupViewTest::hasEnded);
        for (var status : pod.at("/status/containerStatuses")) {
            if (!status.path("name").asText().equals("hungry")) continue;
            assertThat(status.at("/state/terminated/reason").asText()).isEqualTo("OOMKilled");
            assertThat(status.at("/state/terminated/exitCode").asInt()).isEqualTo(137);
        }
        assertThat(output("oom", "look")).contains("oom 1", "oom_kill 1");
    }
}
