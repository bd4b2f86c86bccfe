package dev.plimsoll.client.connection;

import dev.plimsoll.client.Transport;
import dev.plimsoll.client.pace.Time;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads who and where from kubeconfig files, environment and service accounts. */
public final class Connections {
    private static final int CONNECT_MILLIS = (int) Duration.ofSeconds(10).toMillis();

    private Connections() {}

    /**
     * As kubectl and programs inside a cluster find their server: the variables of the environment, the kubeconfig file, the
     * service account of the pod.
     */
    public static Configured automatic() {
        return automatic(Servers.CONFIGURED);
    }

    /** The same user at other servers. */
    public static Configured automatic(Servers servers) {
        return configured(() -> Config.autoConfigure(null), servers);
    }

    /**
     * Servers of the cluster that are used in place of the one that is configured: the first until it fails, then the next. All have
     * certificates of the configured authority.
     *
     * @param addresses such as {@code https://10.0.0.1:6443}; none for the configured one
     * @param moves told in a sentence when requests go to another one
     */
    public record Servers(List<String> addresses, Consumer<String> moves) {
        public static final Servers CONFIGURED = new Servers(List.of(), _ -> {});

        public Servers {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * The server and user of a kubeconfig file.
     *
     * @param context one of its contexts; empty for the current one
     */
    public static Configured fromFile(Path kubeconfig, String context) {
        return fromFile(kubeconfig, context, Servers.CONFIGURED);
    }

    /** The user of a kubeconfig file at other servers. */
    public static Configured fromFile(Path kubeconfig, String context, Servers servers) {
        if (!Files.isReadable(kubeconfig)) {
            return new Configured.Invalid(
                    kubeconfig + ": there is no such file, or it cannot be read; name another with --kubeconfig");
        }
        Supplier<Config> chosen = () -> {
            var config = parsed(kubeconfig, () -> Config.fromKubeconfig(kubeconfig.toFile()));
            if (context.isEmpty()) return config;
            var known =
                    config.getContexts().stream().map(each -> each.getName()).toList();
            if (!known.contains(context)) {
                throw new KubernetesClientException(
                        "no context " + context + " in " + kubeconfig + "; choose one of " + String.join(", ", known));
            }
            return parsed(kubeconfig, () -> Config.fromKubeconfig(context, kubeconfig.toFile()));
        };
        return configured(chosen, servers);
    }

    /** The library's parser throws whatever its YAML reader and its conversions throw; all of it means the file is at fault. */
    private static Config parsed(Path kubeconfig, Supplier<Config> parser) {
        Config config;
        try {
            config = parser.get();
        } catch (RuntimeException e) {
            var why = String.valueOf(e.getMessage()).lines().map(String::strip).filter(line -> !line.isEmpty());
            throw new KubernetesClientException(kubeconfig + ": this is not a kubeconfig: "
                    + why.findFirst().orElse(e.getClass().getSimpleName()) + "; correct it or name another file");
        }
        if (config.getContexts() == null || config.getContexts().isEmpty()) {
            throw new KubernetesClientException(
                    kubeconfig + ": this is not a kubeconfig, or it has no contexts; correct it or name another file");
        }
        return config;
    }

    /** The server and user of a kubeconfig text. */
    public static Configured fromText(String kubeconfig) {
        return configured(() -> Config.fromKubeconfig(kubeconfig), Servers.CONFIGURED);
    }

    /**
     * The same server for the holder of a bearer token, with nothing of whoever is configured.
     *
     * @param authority the certificates by which the server is known, as PEM text; empty for those that the system trusts
     */
    public static Configured ofToken(String server, String authority, String token) {
        var builder = new ConfigBuilder(Config.empty()).withMasterUrl(server).withOauthToken(token);
        if (!authority.isEmpty())
            builder.withCaCertData(Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.US_ASCII)));
        return configured(builder::build, Servers.CONFIGURED);
    }

    private static String authority(Config config) throws IOException {
        var inline = config.getCaCertData();
        if (inline != null && !inline.isEmpty())
            return new String(Base64.getMimeDecoder().decode(inline), StandardCharsets.US_ASCII);
        var file = config.getCaCertFile();
        return file == null || file.isEmpty() ? "" : Files.readString(Path.of(file));
    }

    private static Configured configured(Supplier<Config> source, Servers servers) {
        try {
            // Repeating a request is decided above the transport, where it is known whether that is harmless. Without a
            // name
            // of its own the library leaves the program's, by which servers know who wrote a field.
            var builder = new ConfigBuilder(source.get())
                    .withRequestRetryBackoffLimit(0)
                    .withConnectionTimeout(CONNECT_MILLIS);
            ClientKey.inline(builder.build(), builder);
            ClientKey.algorithm(builder.build()).ifPresent(builder::withClientKeyAlgo);
            if (!servers.addresses().isEmpty())
                builder.withMasterUrl(servers.addresses().getFirst());
            var config = builder.build();
            var url = config.getMasterUrl();
            var http = new JdkHttpClientFactory()
                    .newBuilder(config)
                    // It would put the library's name over the program's, by which servers know who wrote a field.
                    .addOrReplaceInterceptor("HEADER", new Interceptor() {})
                    .build();
            var namespace = config.getNamespace();
            return new Configured.Ready(
                    transport(http, url, servers), url, namespace == null ? "default" : namespace, authority(config));
        } catch (KubernetesClientException | IllegalArgumentException | IOException e) {
            var cause = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
            return new Configured.Invalid(e.getMessage() + cause);
        }
    }

    private static Transport transport(HttpClient http, String url, Servers servers) {
        if (servers.addresses().size() < 2) return new HttpTransport(http, url);
        var members = servers.addresses().stream()
                .map(each -> new FailoverTransport.Member(each, new HttpTransport(http, each)))
                .toList();
        return new FailoverTransport(members, Time.system(), servers.moves()).started();
    }
}
