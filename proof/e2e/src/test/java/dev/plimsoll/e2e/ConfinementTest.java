package dev.plimsoll.e2e;

import static dev.plimsoll.e2e.RealNode.container;
import static dev.plimsoll.e2e.Specs.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ApiResource;
import java.io.IOException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: runtime-classes, users, confinement, sysctls, names
/** What containers may do and which names they know, as their pod says, read inside them. */
@Order(11)
class ConfinementTest implements UsualNode {
    private static final ApiResource RUNTIME_CLASSES =
            ApiResource.clustered("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass");

    private static String confined(String context) {
        return Specs.pod(Specs.container("c", Specs.WAIT, Specs.NONE, ",\"securityContext\":" + context));
    }

    /** A line of the status of the container's first process. */
    private static String status(RealNode node, String pod, String field) throws InterruptedException {
        return node.exec.sh(pod, "c", "sed -n 's/^" + field + ":[[:space:]]*//p' /proc/1/status");
    }

    @Test
    void aContainerHasTheUserAndTheRightsThatItsPodGivesIt(RealNode node) throws InterruptedException {
        node.run("p", confined("""
                {"runAsUser":1000,"runAsGroup":1001,"runAsNonRoot":true,"allowPrivilegeEscalation":false,\
                "readOnlyRootFilesystem":true,"capabilities":{"drop":["ALL"],"add":["NET_BIND_SERVICE"]},\
                "seccompProfile":{"type":"RuntimeDefault"}}"""));
        assertThat(node.exec.sh("p", "c", "id -u; id -g")).isEqualTo("1000\n1001");
        assertThat(status(node, "p", "CapBnd")).isEqualTo("0000000000000400");
        assertThat(status(node, "p", "NoNewPrivs")).isEqualTo("1");
        assertThat(status(node, "p", "Seccomp")).as("filtered").isEqualTo("2");
        assertThat(node.exec.run("p", "c", "touch /here").errors()).contains("Read-only file system");

        node.run("q", confined("{\"seccompProfile\":{\"type\":\"Unconfined\"}}"));
        assertThat(status(node, "q", "Seccomp")).isEqualTo("0");
        assertThat(status(node, "q", "NoNewPrivs")).isEqualTo("0");

        node.run("r", confined("{\"privileged\":true}"));
        assertThat(status(node, "r", "CapEff"))
                .as("all that the machine has")
                .isEqualTo(node.guestFile("/proc/1/status").replaceAll("(?s).*CapBnd:\\s*([0-9a-f]+).*", "$1"));
    }

    @Test
    void aProfileOfTheNodeIsInForce(RealNode node) throws IOException, InterruptedException {
        node.guest.sh(
                "mkdir -p /var/lib/plimsoll/seccomp/e2e; echo '{\"defaultAction\":\"SCMP_ACT_ALLOW\",\"syscalls\":"
                        + "[{\"names\":[\"mkdir\",\"mkdirat\"],\"action\":\"SCMP_ACT_ERRNO\"}]}' > /var/lib/plimsoll/seccomp/e2e/no-folders.json");
        node.run(
                "p",
                confined("{\"seccompProfile\":{\"type\":\"Localhost\",\"localhostProfile\":\"e2e/no-folders.json\"}}"));
        assertThat(node.exec
                        .run("p", "c", "touch /tmp/file && mkdir /tmp/folder")
                        .errors())
                .contains("/tmp/folder", "Operation not permitted");
    }

    @Test
    void aProfileOfTheKernelIsInForce(RealNode node) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Machine.HAS_APPARMOR, "the kernel runs without AppArmor: E2E_APPARMOR=true");
        node.guest.sh(
                "echo 'profile e2e-no-files flags=(attach_disconnected,mediate_deleted) { file, signal, capability, deny /tmp/denied w, }' > /tmp/profile"
                        + " && apparmor_parser --replace --skip-cache /tmp/profile");
        node.run("p", confined("{\"appArmorProfile\":{\"type\":\"Localhost\",\"localhostProfile\":\"e2e-no-files\"}}"));
        assertThat(node.exec.sh("p", "c", "cat /proc/1/attr/current")).isEqualTo("e2e-no-files (enforce)");
        assertThat(node.exec
                        .run("p", "c", "touch /tmp/allowed && touch /tmp/denied")
                        .errors())
                .contains("/tmp/denied", "Permission denied");
        node.run("q", confined("{\"appArmorProfile\":{\"type\":\"Unconfined\"}}"));
        assertThat(node.exec.sh("q", "c", "cat /proc/1/attr/current")).isEqualTo("unconfined");
        node.run("r", confined("{}"));
        assertThat(node.exec.sh("r", "c", "cat /proc/1/attr/current"))
                .as("the runtime's own")
                .endsWith(" (enforce)");
    }

    @Test
    void whoMustNotBeRootIsNotRunAsRoot(RealNode node) throws InterruptedException {
        node.create("p", confined("{\"runAsNonRoot\":true}"));
        var refused = node.await(
                "p",
                "refused",
                pod -> container(pod, "c").at("/state/waiting/reason").asText().equals("CreateContainerConfigError"));
        assertThat(container(refused, "c").at("/state/waiting/message").asText())
                .startsWith("container has runAsNonRoot and image will run as root");
    }

    @Test
    void sysctlsThatAreSafeAreSetAndOthersRefused(RealNode node) throws InterruptedException {
        var spec = with(Specs.pod(Specs.container("c", Specs.NONE)), """
                "hostNetwork":false,"securityContext":{"sysctls":[{"name":"%s","value":"%s"}]}""");
        node.run("p", spec.formatted("kernel.shm_rmid_forced", "1"));
        assertThat(node.exec.sh("p", "c", "cat /proc/sys/kernel/shm_rmid_forced"))
                .isEqualTo("1");
        node.run("q", spec.formatted("net.ipv4.ip_local_port_range", "40000 40100"));
        assertThat(node.exec.sh("q", "c", "xargs < /proc/sys/net/ipv4/ip_local_port_range"))
                .isEqualTo("40000 40100");
        node.create("r", spec.formatted("kernel.msgmax", "65536"));
        var refused = node.await(
                "r", "refused", pod -> pod.at("/status/phase").asText().equals("Failed"));
        assertThat(refused.at("/status/reason").asText()).isEqualTo("SysctlForbidden");
    }

    @Test
    void aPodIsRunByTheHandlerOfItsClass(RealNode node) throws IOException, InterruptedException {
        for (var handler : new String[] {"runc", "none"})
            assertThat(node.client
                            .create(RUNTIME_CLASSES, RealNode.json("""
                                    {"apiVersion":"node.k8s.io/v1","kind":"RuntimeClass","metadata":{"name":"class-%s"},"handler":"%s"}""".formatted(handler, handler)))
                            .problem())
                    .isEmpty();
        node.run("p", with(Specs.pod(Specs.container("c", Specs.NONE)), "\"runtimeClassName\":\"class-runc\""));
        node.create("q", with(Specs.pod(Specs.container("c", Specs.NONE)), "\"runtimeClassName\":\"class-none\""));
        node.awaitEvent("q", "FailedCreatePodSandBox", message -> message.contains("no runtime for \"none\""));
    }

    @Test
    void aPodHasItsNameItsHostsAndItsNameServers(RealNode node) throws InterruptedException {
        node.run("p", with(Specs.pod(Specs.container("c", Specs.NONE)), """
                "hostNetwork":false,"hostname":"first","subdomain":"set","hostAliases":[{"ip":"10.1.2.3","hostnames":["db.example","db"]}],\
                "dnsPolicy":"None","dnsConfig":{"nameservers":["10.9.9.9"],"searches":["a.example"],"options":[{"name":"ndots","value":"3"}]}"""));
        assertThat(node.exec.sh("p", "c", "hostname")).isEqualTo("first");
        assertThat(node.exec.sh("p", "c", "cat /etc/hosts"))
                .contains("10.1.2.3\tdb.example\tdb")
                .containsPattern("10\\.88\\.0\\.[0-9]+\tfirst\\.set\\.default\\.svc\\.cluster\\.local\tfirst");
        assertThat(node.exec.sh("p", "c", "cat /etc/resolv.conf").lines())
                .containsExactlyInAnyOrder("nameserver 10.9.9.9", "search a.example", "options ndots:3");
    }

    @Test
    void namespacesAreSharedAsThePodSays(RealNode node) throws InterruptedException {
        var two = Specs.pod(Specs.container("c", Specs.NONE), Specs.container("d", "sleep 2000", Specs.NONE, ""));
        node.run("apart", two);
        node.run("together", with(two, "\"shareProcessNamespace\":true"));
        node.run("host", with(two, "\"hostPID\":true"));
        assertThat(node.exec.sh("apart", "c", "ps")).doesNotContain("sleep 2000");
        assertThat(node.exec.sh("together", "c", "ps")).contains("sleep 2000").doesNotContain("containerd");
        assertThat(node.exec.sh("host", "c", "ps")).contains("sleep 2000", "containerd");
    }
}
