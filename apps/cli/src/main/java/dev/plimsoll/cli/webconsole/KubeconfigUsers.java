package dev.plimsoll.cli.webconsole;

import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.connection.Connections;
import dev.plimsoll.console.access.ApiUsers;
import java.util.Optional;

/**
 * The user of a kubeconfig, and holders of tokens at the same server.
 *
 * @param takesTokens whether people show tokens of their own
 */
record KubeconfigUsers(Configured.Ready ready, boolean takesTokens) implements ApiUsers {
    private static final String PROGRAM = "plimsoll-console";

    @Override
    public ApiClient own() {
        return ConnectionOptions.client(ready, PROGRAM);
    }

    @Override
    public Optional<ApiClient> ofToken(String token) {
        if (!takesTokens) return Optional.empty();
        return switch (Connections.ofToken(ready.server(), ready.authority(), token)) {
            case Configured.Ready theirs -> Optional.of(ConnectionOptions.client(theirs, PROGRAM));
            case Configured.Invalid _ -> Optional.empty();
        };
    }
}
