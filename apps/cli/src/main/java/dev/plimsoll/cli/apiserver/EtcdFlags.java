package dev.plimsoll.cli.apiserver;

import dev.plimsoll.store.etcd.EtcdOptions;
import dev.plimsoll.store.etcd.EtcdOptions.Security;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where etcd is and how the connection to it is secured, with the names that kube-apiserver has for the files. */
public final class EtcdFlags {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    @Option(
            names = "--etcd",
            paramLabel = "URL",
            split = ",",
            description = "Keep objects in etcd: members as http://host:port, or https://host:port with --etcd-cafile.")
    private List<URI> endpoints = List.of();

    @Option(
            names = "--etcd-cafile",
            paramLabel = "FILE",
            description = "Believe etcd only with a certificate that these authorities signed (PEM).")
    private @Nullable Path authority;

    @Option(
            names = "--etcd-certfile",
            paramLabel = "FILE",
            description = "Client certificate to show to etcd (PEM); needs --etcd-keyfile.")
    private @Nullable Path certificate;

    @Option(
            names = "--etcd-keyfile",
            paramLabel = "FILE",
            description = "Key of the client certificate (PEM, PKCS #8).")
    private @Nullable Path key;

    @Option(
            names = "--etcd-prefix",
            paramLabel = "PREFIX",
            defaultValue = EtcdOptions.DEFAULT_PREFIX,
            description = {
                "Put before every key, so that several clusters can share one etcd; ends with a slash (default:",
                "${DEFAULT-VALUE})."
            })
    private String prefix = EtcdOptions.DEFAULT_PREFIX;

    public List<URI> endpoints() {
        return endpoints;
    }

    /** What is wrong with the flags; empty if nothing is. */
    public String problem() {
        for (var each : endpoints) {
            if (!SCHEMES.contains(String.valueOf(each.getScheme())) || each.getHost() == null || each.getPort() < 0)
                return "--etcd " + each + ": must be of the form http://host:port or https://host:port";
        }
        var secure = endpoints.stream().anyMatch(each -> "https".equals(each.getScheme()));
        if (!secure && (authority != null || certificate != null || key != null))
            return "--etcd-cafile, --etcd-certfile and --etcd-keyfile need --etcd with https:// addresses";
        if (secure && endpoints.stream().anyMatch(each -> !"https".equals(each.getScheme())))
            return "--etcd: all members must have https:// addresses, or none";
        if (secure && authority == null)
            return "--etcd with https:// needs --etcd-cafile FILE: who signed etcd's certificate";
        if ((certificate == null) != (key == null)) return "--etcd-certfile and --etcd-keyfile are given together";
        for (var flag :
                new Object[][] {{"--etcd-cafile", authority}, {"--etcd-certfile", certificate}, {"--etcd-keyfile", key}
                }) {
            if (flag[1] instanceof Path file && !Files.isReadable(file))
                return flag[0] + " " + file + ": cannot be read";
        }
        if (!prefix.endsWith("/") || prefix.equals("/"))
            return "--etcd-prefix " + prefix + ": must end with a slash and name something, such as east/";
        return "";
    }

    public Security security() {
        if (authority == null) return new Security.Plain();
        return certificate == null || key == null
                ? new Security.ServerTls(authority)
                : new Security.MutualTls(authority, certificate, key);
    }

    public String prefix() {
        return prefix;
    }

    public EtcdOptions options() {
        return EtcdOptions.of(endpoints, prefix, security());
    }
}
