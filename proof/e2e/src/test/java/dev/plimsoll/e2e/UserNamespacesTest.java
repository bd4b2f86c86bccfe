package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: user-namespaces
/** Root of a pod with users of its own is nobody on the node. Old runtimes have none, and the node says so. */
@Order(13)
class UserNamespacesTest implements UsualNode {
    private static String spec() {
        var pod = Specs.pod(Specs.container(
                "c", Specs.WAIT, Specs.NONE, ",\"volumeMounts\":[{\"name\":\"data\",\"mountPath\":\"/data\"}]"));
        return pod.substring(0, pod.length() - 1)
                + ",\"hostUsers\":false,\"hostNetwork\":false,\"volumes\":[{\"name\":\"data\",\"emptyDir\":{}}]}";
    }

    @Test
    void rootOfThePodIsNobodyOnTheNode(RealNode node) throws IOException, InterruptedException {
        var self = node.nodes.await("with features", each -> each.at("/status").has("features"));
        var isOffered = false;
        for (var handler : self.at("/status/runtimeHandlers"))
            isOffered |= handler.path("name").asText().isEmpty()
                    && handler.at("/features/userNamespaces").asBoolean();
        assertThat(isOffered).isEqualTo(!node.containerd.version().startsWith("1."));
        if (!isOffered) {
            node.create("p", spec());
            node.awaitEvent(
                    "p",
                    "FailedCreatePodSandBox",
                    message -> message.contains("which the container runtime does not offer"));
            return;
        }
        var first = node.run("p", spec());
        var second = node.run("q", spec());
        assertThat(node.exec.sh("p", "c", "id -u; xargs < /proc/self/uid_map; xargs < /proc/self/gid_map"))
                .isEqualTo("0\n0 65536 65536\n0 65536 65536");
        assertThat(node.exec.sh("q", "c", "xargs < /proc/self/uid_map")).isEqualTo("0 131072 65536");
        assertThat(owner(node, RealNode.id(first, "c"))).isEqualTo("65536");
        assertThat(owner(node, RealNode.id(second, "c"))).isEqualTo("131072");

        // Volumes and the node's own files have the owners that they have without users of the pod's own.
        assertThat(node.exec.sh("p", "c", "touch /data/file; stat -c %u /data/file /data /etc/hosts"))
                .isEqualTo("0\n0\n0");
        var folder = "/var/lib/plimsoll/pods/" + first.at("/metadata/uid").asText();
        assertThat(node.guest.sh("stat -c %u " + folder + "/volumes/empty-dir/data/file"))
                .isEqualTo("0");
        // What root may do on the node, this one may not.
        assertThat(node.exec.run("p", "c", "echo 1 > /proc/sys/kernel/panic").exitCode())
                .isNotZero();

        node.delete("p");
        node.pods.awaitNone(
                "the end of p", pod -> pod.at("/metadata/name").asText().equals("p"));
        node.run("p", spec());
        assertThat(node.exec.sh("p", "c", "xargs < /proc/self/uid_map"))
                .as("free again when its pod is gone")
                .isEqualTo("0 65536 65536");

        node.guest.sh("for file in subuid subgid; do echo kubelet:655360:65536 > /etc/$file; done");
        node.run("r", spec());
        assertThat(node.exec.sh("r", "c", "xargs < /proc/self/uid_map; xargs < /proc/self/gid_map"))
                .as("what the machine gives to the kubelet")
                .isEqualTo("0 655360 65536\n0 655360 65536");
        node.guest.sh("rm /etc/subuid /etc/subgid");
    }

    /** Whose the first process of a container is, for the node. */
    private static String owner(RealNode node, String container) throws IOException, InterruptedException {
        return node.guest.sh(
                "stat -c %u /proc/$(ctr -n k8s.io tasks ls | grep '^" + container + "' | awk '{print $2}')");
    }
}
