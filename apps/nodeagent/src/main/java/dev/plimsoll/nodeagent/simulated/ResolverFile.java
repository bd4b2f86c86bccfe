package dev.plimsoll.nodeagent.simulated;

import dev.plimsoll.core.model.Pod;
import dev.plimsoll.objects.pod.spec.DnsConfig;
import java.util.ArrayList;
import java.util.List;

/** {@code /etc/resolv.conf} of a container. */
final class ResolverFile {
    /** Where the name service of most clusters is; the network answers whatever a file says. */
    private static final String SERVER = "10.96.0.10";

    private ResolverFile() {}

    static String of(Pod pod, DnsConfig config, String domain) {
        var details = pod.spec().details();
        var policy = details.dnsPolicy().isEmpty() ? "ClusterFirst" : details.dnsPolicy();
        var isCluster =
                policy.equals("ClusterFirstWithHostNet") || (policy.equals("ClusterFirst") && !details.hostNetwork());
        var servers = new ArrayList<String>();
        var searches = new ArrayList<String>();
        var options = new ArrayList<String>();
        if (isCluster) {
            servers.add(SERVER);
            searches.addAll(List.of(pod.metadata().namespace() + ".svc." + domain, "svc." + domain, domain));
            options.add("ndots:5");
        }
        servers.addAll(config.nameservers());
        searches.addAll(config.searches());
        options.addAll(config.options());
        var text = new StringBuilder();
        if (!searches.isEmpty())
            text.append("search ").append(String.join(" ", searches)).append('\n');
        for (var server : servers) text.append("nameserver ").append(server).append('\n');
        if (!options.isEmpty())
            text.append("options ").append(String.join(" ", options)).append('\n');
        return text.toString();
    }
}
