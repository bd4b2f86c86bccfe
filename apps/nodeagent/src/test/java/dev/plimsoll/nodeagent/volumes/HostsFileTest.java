package dev.plimsoll.nodeagent.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.objects.pod.HostAlias;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: names
class HostsFileTest {
    private static final String LOCAL = "127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n"
            + "fe00::0\tip6-localnet\nfe00::0\tip6-mcastprefix\nfe00::1\tip6-allnodes\nfe00::2\tip6-allrouters\n";

    @Test
    @DisplayName("a pod with a subdomain has its whole name before its host name")
    void subdomain() {
        assertThat(HostsFile.of("10.1.2.3", new HostsFile.Names("web", "web.shop.ns.svc.cluster.local"), List.of()))
                .isEqualTo("# Kubernetes-managed hosts file.\n" + LOCAL
                        + "10.1.2.3\tweb.shop.ns.svc.cluster.local\tweb\n");
    }

    @Test
    @DisplayName("aliases come last; on the network of the node they follow what its own file says")
    void aliases() {
        var aliases = List.of(new HostAlias("10.9.8.7", List.of("a", "b")), new HostAlias("10.9.8.6", List.of("c")));
        var lines = "\n# Entries added by HostAliases.\n10.9.8.7\ta\tb\n10.9.8.6\tc\n";
        assertThat(HostsFile.of("10.1.2.3", new HostsFile.Names("web", ""), aliases))
                .isEqualTo("# Kubernetes-managed hosts file.\n" + LOCAL + "10.1.2.3\tweb\n" + lines);
        assertThat(HostsFile.onHostNetwork("1.1.1.1\tnode\n", aliases))
                .isEqualTo("# Kubernetes-managed hosts file (host network).\n1.1.1.1\tnode\n" + lines);
    }
}
