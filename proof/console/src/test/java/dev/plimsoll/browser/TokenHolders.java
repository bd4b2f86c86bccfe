package dev.plimsoll.browser;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.console.access.ApiUsers;
import dev.plimsoll.testkit.cluster.TestCluster;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import java.util.Optional;

/** Holders of tokens of the cluster, beside its admin. */
record TokenHolders(TestCluster cluster) implements ApiUsers {
    /** A token of the service account {@code viewer} in the namespace {@code shop}, which are made, and may nothing yet. */
    static String viewer(TestCluster cluster) {
        var api = cluster.fabric8();
        api.namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("shop")
                        .endMetadata()
                        .build())
                .create();
        api.serviceAccounts()
                .inNamespace("shop")
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("viewer")
                        .endMetadata()
                        .build())
                .create();
        return api.serviceAccounts()
                .inNamespace("shop")
                .withName("viewer")
                .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
                .getStatus()
                .getToken();
    }

    @Override
    public ApiClient own() {
        return cluster.client();
    }

    @Override
    public Optional<ApiClient> ofToken(String token) {
        if (!(Connections.fromText(cluster.kubeconfig())
                instanceof Configured.Ready(var _, var server, var _, var authority))) return Optional.empty();
        if (!(Connections.ofToken(server, authority, token) instanceof Configured.Ready ready)) return Optional.empty();
        var time = Time.system();
        return Optional.of(ApiClient.over(ready.transport(), "test/1", TokenBucket.unlimited(time), time));
    }
}
