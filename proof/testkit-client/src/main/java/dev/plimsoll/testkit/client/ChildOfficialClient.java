package dev.plimsoll.testkit.client;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;

/** The official Java client, for those who have it on their class path. */
final class ChildOfficialClient {
    /** Compared by name, so that nobody needs the library who does not ask for it. */
    static final String TYPE = "io.kubernetes.client.openapi.ApiClient";

    private ChildOfficialClient() {}

    static ApiClient of(String kubeconfig) {
        try {
            return ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig)))
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
