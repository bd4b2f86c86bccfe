package dev.plimsoll.client.connection;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
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
        return configured(() -> Config.autoConfigure(null));
    }

    /**
     * The server and user of a kubeconfig file.
     *
     * @param context one of its contexts; empty for the current one
     */
    public static Configured fromFile(Path kubeconfig, String context) {
        if (!Files.isReadable(kubeconfig)) {
            return new Configured.Invalid(
                    kubeconfig + ": there is no such file, or it cannot be read; name another with --kubeconfig");
        }
        return configured(() -> {
            var config = parsed(kubeconfig, () -> Config.fromKubeconfig(kubeconfig.toFile()));
            if (context.isEmpty()) return config;
            var known =
                    config.getContexts().stream().map(each -> each.getName()).toList();
            if (!known.contains(context)) {
                throw new KubernetesClientException(
                        "no context " + context + " in " + kubeconfig + "; choose one of " + String.join(", ", known));
            }
            return parsed(kubeconfig, () -> Config.fromKubeconfig(context, kubeconfig.toFile()));
        });
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
        return configured(() -> Config.fromKubeconfig(kubeconfig));
    }

    private static String authority(Config config) throws IOException {
        var inline = config.getCaCertData();
        if (inline != null && !inline.isEmpty())
            return new String(Base64.getMimeDecoder().decode(inline), StandardCharsets.US_ASCII);
        var file = config.getCaCertFile();
        return file == null || file.isEmpty() ? "" : Files.readString(Path.of(file));
    }

    private static Configured configured(Supplier<Config> source) {
        try {
            // Repeating a request is decided above the transport, where it is known whether that is harmless. Without a
            // name
            // of its own the library leaves the program's, by which servers know who wrote a field.
            var builder = new ConfigBuilder(source.get())
                    .withRequestRetryBackoffLimit(0)
                    .withConnectionTimeout(CONNECT_MILLIS);
            ClientKey.inline(builder.build(), builder);
            ClientKey.algorithm(builder.build()).ifPresent(builder::withClientKeyAlgo);
            var config = builder.build();
            var url = config.getMasterUrl();
            var http = new JdkHttpClientFactory()
                    .newBuilder(config)
                    // It would put the library's name over the program's, by which servers know who wrote a field.
                    .addOrReplaceInterceptor("HEADER", new Interceptor() {})
                    .build();
            var namespace = config.getNamespace();
            return new Configured.Ready(
                    new HttpTransport(http, url), url, namespace == null ? "default" : namespace, authority(config));
        } catch (KubernetesClientException | IllegalArgumentException | IOException e) {
            var cause = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
            return new Configured.Invalid(e.getMessage() + cause);
        }
    }
}
