package dev.plimsoll.console.access;

import dev.plimsoll.client.ApiClient;
import java.util.Optional;

/** As whom the console can talk to the API server. */
public interface ApiUsers {
    /** As whoever started it. */
    ApiClient own();

    /** As the holder of a bearer token; empty where the console takes none. Nothing is sent yet. */
    Optional<ApiClient> ofToken(String token);

    /** One user, and no tokens. */
    static ApiUsers only(ApiClient client) {
        return new ApiUsers() {
            @Override
            public ApiClient own() {
                return client;
            }

            @Override
            public Optional<ApiClient> ofToken(String token) {
                return Optional.empty();
            }
        };
    }
}
