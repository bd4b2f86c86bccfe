package dev.plimsoll.testkit.clients;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;

/** The official Java client, for those who have it on their class path. */
public final class OfficialClient {
    /** Compared by name, so that nobody needs the library who does not ask for it. */
    public static final String TYPE = "io.kubernetes.client.openapi.ApiClient";

    private OfficialClient() {}

    public static ApiClient of(String kubeconfig) {
        try {
            return ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig)))
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException("the kubeconfig of the cluster cannot be read", e);
        } catch (LinkageError e) {
            throw new IllegalStateException(
                    "the official client is not on the class path, or parts of it are of different versions; "
                            + "add io.kubernetes:client-java, which brings its other parts in the same version",
                    e);
        }
    }
}
