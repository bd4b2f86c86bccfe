package dev.plimsoll.cli.connection;

import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.client.connection.Connections.Servers;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** Servers of a cluster that has several. */
public final class ServersOption {
    @Option(
            names = "--server",
            paramLabel = "URL",
            split = ",",
            description = {
                "Addresses of the API servers of the cluster, in place of the one in the kubeconfig, whose user and authority",
                "stay: the first is used until it fails, then the next."
            })
    private List<String> addresses = List.of();

    /** A connection to these servers, or why there is none. */
    public Configured connect(Consumer<String> moves, Function<Servers, Configured> connection) {
        return problem()
                .<Configured>map(Configured.Invalid::new)
                .orElseGet(() -> connection.apply(
                        addresses.isEmpty() ? Servers.CONFIGURED : new Connections.Servers(addresses, moves)));
    }

    private Optional<String> problem() {
        return addresses.stream()
                .filter(each -> !isAddress(each))
                .map(each -> "--server " + each + ": this is no address; give it as https://10.0.0.1:6443")
                .findFirst();
    }

    private static boolean isAddress(String text) {
        try {
            var uri = new URI(text);
            var scheme = uri.getScheme();
            return uri.getHost() != null && ("https".equals(scheme) || "http".equals(scheme));
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
