package dev.plimsoll.nodeagent.volumes;

import dev.plimsoll.core.model.PodDetails;
import dev.plimsoll.objects.pod.HostAlias;
import java.util.List;

/** The hosts file of the containers of a pod, as a kubelet writes it. */
public final class HostsFile {
    /** Where containers look for it. */
    public static final String PATH = "/etc/hosts";

    private static final String LOCAL = """
            127.0.0.1\tlocalhost
            ::1\tlocalhost ip6-localhost ip6-loopback
            fe00::0\tip6-localnet
            fe00::0\tip6-mcastprefix
            fe00::1\tip6-allnodes
            fe00::2\tip6-allrouters
            """;

    private HostsFile() {}

    /**
     * Who a pod is in its own network.
     *
     * @param domain its whole name in the cluster; empty where it has no subdomain
     */
    public record Names(String hostname, String domain) {
        /** The names of a pod in a cluster with that domain. */
        public static Names of(PodDetails details, String podName, String namespace, String clusterDomain) {
            var hostname = details.hostname().isEmpty() ? podName : details.hostname();
            if (details.subdomain().isEmpty() || clusterDomain.isEmpty()) return new Names(hostname, "");
            var domain = hostname + "." + details.subdomain() + "." + namespace + ".svc." + clusterDomain;
            return new Names(hostname, domain);
        }
    }

    /** Of a pod with a network of its own. */
    public static String of(String ip, Names names, List<HostAlias> aliases) {
        var text = new StringBuilder("# Kubernetes-managed hosts file.\n").append(LOCAL);
        if (!ip.isEmpty()) {
            text.append(ip).append('\t');
            if (!names.domain().isEmpty()) text.append(names.domain()).append('\t');
            text.append(names.hostname()).append('\n');
        }
        return text.append(lines(aliases)).toString();
    }

    /**
     * Of a pod on the network of its node.
     *
     * @param ofNode what the node's own file says
     */
    public static String onHostNetwork(String ofNode, List<HostAlias> aliases) {
        return "# Kubernetes-managed hosts file (host network).\n" + ofNode + lines(aliases);
    }

    private static String lines(List<HostAlias> aliases) {
        if (aliases.isEmpty()) return "";
        var text = new StringBuilder("\n# Entries added by HostAliases.\n");
        for (var alias : aliases)
            text.append(alias.ip())
                    .append('\t')
                    .append(String.join("\t", alias.hostnames()))
                    .append('\n');
        return text.toString();
    }
}
