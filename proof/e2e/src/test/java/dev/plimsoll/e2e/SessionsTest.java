package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.RealNode.container;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: exec, logs, probes, hooks, messages, users
/** Exec, probes, hooks, termination messages and deadlines on a real runtime. */
@Order(9)
class SessionsTest implements UsualNode {
    @Test
    void aCommandHasItsOutputErrorsAndExitCode(RealNode node) throws InterruptedException {
        node.run("p", Specs.pod(Specs.container("c", Specs.NONE)));
        var ran = node.exec.run("p", "c", "echo to-stdout; echo to-stderr >&2; exit 3");
        assertThat(ran).isEqualTo(new Exec.Ran(3, "to-stdout", "to-stderr"));
        assertThat(node.exec.sh("p", "c", "cat /proc/self/cgroup")).isEqualTo("0::/");
    }

    @Test
    void probesDecideAboutReadinessAndRestarts(RealNode node) throws InterruptedException {
        var probes = """
                ,"readinessProbe":{"exec":{"command":["test","-e","/tmp/ready"]},"periodSeconds":1,"timeoutSeconds":30},\
                "livenessProbe":{"exec":{"command":["test","!","-e","/tmp/broken"]},"periodSeconds":1,"timeoutSeconds":30,"failureThreshold":1}""";
        node.run("p", Specs.pod(Specs.container("c", Specs.WAIT, Specs.NONE, probes)));
        node.awaitEvent("p", "Unhealthy", message -> message.startsWith("Readiness probe failed"));
        node.exec.sh("p", "c", "touch /tmp/ready");
        node.await("p", "ready", RealNode::isReady);
        node.exec.sh("p", "c", "touch /tmp/broken");
        node.awaitEvent("p", "Killing", "Container c failed liveness probe, will be restarted"::equals);
        node.await(
                "p",
                "restarted",
                pod -> container(pod, "c").path("restartCount").asInt() == 1);
    }

    @Test
    void hooksRunAfterTheStartAndBeforeTheEnd(RealNode node) throws InterruptedException {
        var hooks = """
                ,"lifecycle":{"postStart":{"exec":{"command":["sh","-c","echo begun > /data/start"]}},\
                "preStop":{"exec":{"command":["sh","-c","echo ending > /data/end"]}}},\
                "volumeMounts":[{"name":"data","mountPath":"/data"}]""";
        var spec = Specs.pod(Specs.container("c", Specs.WAIT, Specs.NONE, hooks));
        node.run(
                "p",
                spec.substring(0, spec.length() - 1)
                        + ",\"volumes\":[{\"name\":\"data\",\"hostPath\":{\"path\":\"/root/data\",\"type\":\"DirectoryOrCreate\"}}]}");
        assertThat(node.exec.sh("p", "c", "cat /data/start")).isEqualTo("begun");
        node.delete("p");
        node.pods.awaitNone("the end of p", _ -> true);
        assertThat(node.guestFile("/root/data/end")).isEqualTo("ending");
    }

    @Test
    void aContainerLeavesAMessageAndThePodEndsAtItsDeadline(RealNode node) throws IOException, InterruptedException {
        var last = Specs.pod(
                Specs.container("c", "echo last words; echo goodbye > /dev/termination-log; exit 4", Specs.NONE, ""));
        node.create("p", last.substring(0, last.length() - 1) + ",\"restartPolicy\":\"Never\"}");
        var ended = node.await(
                "p", "failed", pod -> pod.at("/status/phase").asText().equals("Failed"));
        var state = container(ended, "c").at("/state/terminated");
        assertThat(state.path("exitCode").asInt()).isEqualTo(4);
        assertThat(state.path("message").asText().strip()).isEqualTo("goodbye");
        node.guest.await("[ -z \"$(ctr -n k8s.io containers ls -q)\" ]");
        assertThat(node.log("p", "c"))
                .as("though the runtime knows nothing of it")
                .isEqualTo("last words\n");

        var bounded = Specs.pod(Specs.container("c", Specs.NONE));
        node.create("q", bounded.substring(0, bounded.length() - 1) + ",\"activeDeadlineSeconds\":20}");
        var over =
                node.await("q", "over", pod -> pod.at("/status/phase").asText().equals("Failed"));
        assertThat(over.at("/status/reason").asText()).isEqualTo("DeadlineExceeded");
    }

    @Test
    void aLogThatIsTooLongIsPutAsideAndTheRuntimeBeginsAnother(RealNode node) throws IOException, InterruptedException {
        var pod = node.run(
                "p",
                Specs.pod(Specs.container(
                        "c", "yes a-line-of-the-log | head -n 20000; echo the-end; " + Specs.WAIT, Specs.NONE, "")));
        var folder = "/var/log/pods/default_p_" + pod.at("/metadata/uid").asText() + "/c";
        node.guest.await("ls " + folder + " | grep -q '0.log.2'");
        // A slow machine puts the file aside while lines are still written: what comes after them begins the next one.
        node.guest.await("{ cat " + folder + "/*; zcat " + folder
                + "/*.gz; } 2> /dev/null | grep -q the-end && [ $(stat -c %s " + folder + "/0.log) -lt 262000 ]");
        node.containerd.exec(RealNode.id(pod, "c"), "echo said-later > /proc/1/fd/1");
        node.guest.await("grep -q said-later " + folder + "/0.log");
        assertThat(node.log("p", "c").lines())
                .as("only the file that is written is shown")
                .contains("said-later")
                .hasSizeLessThan(20_000);
    }

    /** Old runtimes do not know the policy, and the node says so. */
    @Test
    void groupsOfTheImageDoNotCountWhereThePodSaysSo(RealNode node) throws InterruptedException {
        var spec = Specs.pod(Specs.container("c", Specs.NONE));
        node.create(
                "p",
                spec.substring(0, spec.length() - 1)
                        + ",\"securityContext\":{\"runAsUser\":1000,\"runAsGroup\":1001,\"supplementalGroups\":[3000],"
                        + "\"supplementalGroupsPolicy\":\"Strict\"}}");
        var self = node.nodes.await("with features", each -> each.at("/status").has("features"));
        if (!self.at("/status/features/supplementalGroupsPolicy").asBoolean()) {
            var refused = node.await(
                    "p", "refused", pod -> pod.at("/status/phase").asText().equals("Failed"));
            assertThat(refused.at("/status/reason").asText()).isEqualTo("SupplementalGroupsPolicyNotSupported");
            return;
        }
        var pod = node.await(
                "p", "running", each -> container(each, "c").path("state").has("running"));
        var user = container(pod, "c").at("/user/linux");
        assertThat(user.path("uid").asLong()).isEqualTo(1000);
        assertThat(user.path("gid").asLong()).isEqualTo(1001);
        // Some runtimes count the first group among the others.
        assertThat(user.path("supplementalGroups"))
                .extracting(JsonNode::asLong)
                .filteredOn(group -> group != 1001)
                .containsExactly(3000L);
        assertThat(node.exec.sh("p", "c", "id -u; id -g; id -G | tr ' ' '\\n' | sort -n | xargs"))
                .isEqualTo("1000\n1001\n1001 3000");
    }
}
