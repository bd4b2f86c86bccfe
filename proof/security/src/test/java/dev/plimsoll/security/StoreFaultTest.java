package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.store.embedded.EmbeddedStore;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose disk returns other bytes than were written. */
// Acceptance of production: disk
class StoreFaultTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    @TempDir
    private Path folder;

    private final Queue<String> log = new ConcurrentLinkedQueue<>();

    @Test
    @DisplayName(
            "a damaged value is not served; the server is alive and not ready, its log says what to do, clients see no path")
    void damagedWhileServing() throws Exception {
        var options = EmbeddedOptions.DEFAULT.withValueCacheBytes(0);
        var store = EmbeddedStore.open(folder.resolve("store"), options, log::add);
        try (var server = new SecureServer(store, ApiServerSettings.Extras.DEFAULT, InstantSource.system())) {
            var admin = server.admin();
            for (var name : List.of("good", "bad"))
                assertThat(admin.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"k\":\"original\"}}")
                                .status())
                        .isEqualTo(201);
            assertThat(server.anonymous().get("/readyz").text()).isEqualTo("ok");
            change("UPDATE log SET v = CAST(replace(CAST(v AS TEXT), 'original', '0riginal') AS BLOB)"
                    + " WHERE k LIKE '%configmaps/default/bad'");

            var answer = admin.get(MAPS + "/bad");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text()).contains("the store is damaged").doesNotContain("0riginal", folder.toString());
            for (var path : List.of("/readyz", "/healthz")) {
                var health = server.anonymous().get(path);
                assertThat(health.status()).isEqualTo(500);
                assertThat(health.text())
                        .contains("[-]store failed", path.substring(1) + " check failed")
                        .doesNotContain(folder.toString());
            }
            assertThat(server.anonymous().get("/readyz/store").status()).isEqualTo(500);
            assertThat(server.anonymous().get("/livez").status()).isEqualTo(200);
            assertThat(admin.get(MAPS + "/good").status()).isEqualTo(200);
            assertThat(admin.post(MAPS, "{\"metadata\":{\"name\":\"new\"}}").status())
                    .isEqualTo(503);
            assertThat(log)
                    .singleElement()
                    .asString()
                    .contains("configmaps/default/bad", "plimsoll store check --data " + folder);
            assertThat(server.defects()).isEmpty();
        }
    }

    private void change(String statement) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("store/store.db"));
                var prepared = connection.createStatement()) {
            assertThat(prepared.executeUpdate(statement)).isEqualTo(1);
        }
    }
}
