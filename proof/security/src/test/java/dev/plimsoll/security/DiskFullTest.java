package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.ApiServerSettings;
import dev.plimsoll.store.embedded.EmbeddedStore;
import dev.plimsoll.store.embedded.log.EmbeddedOptions;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose store may not grow any more. */
// Acceptance of production: disk
class DiskFullTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "a full store refuses new objects and says what to do; deleting and compacting make room, and the server goes on")
    void fullAndBack() {
        var options = EmbeddedOptions.DEFAULT.withMaxFileBytes(4 << 20).withReserveBytes(1 << 20);
        var store = EmbeddedStore.open(folder.resolve("store"), options);
        try (var server = new SecureServer(store, ApiServerSettings.Extras.DEFAULT, InstantSource.system())) {
            var admin = server.admin();
            var made = 0;
            var answer = admin.post(MAPS, map(made));
            for (; answer.status() == 201; answer = admin.post(MAPS, map(made))) made++;
            assertThat(made).isGreaterThan(20);
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.message())
                    .contains("the store has no room left", "delete objects", "plimsoll store compact")
                    .doesNotContain(folder.toString());
            assertThat(server.anonymous().get("/readyz").text()).contains("[-]store failed");
            assertThat(server.anonymous().get("/livez").status()).isEqualTo(200);
            assertThat(admin.get(MAPS + "/m0").status()).isEqualTo(200);
            assertThat(admin.patch(MAPS + "/m1", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                            .status())
                    .isEqualTo(200);
            for (var i = 0; i < made - 3; i++)
                assertThat(admin.delete(MAPS + "/m" + i).status()).as("m" + i).isEqualTo(200);
            store.compact(store.revision()); // the server does it within ten seconds
            while (admin.post(MAPS, map(made)).status() != 201) Thread.onSpinWait(); // rows are removed a few at a time
            assertThat(server.anonymous().get("/readyz").status()).isEqualTo(200);
            assertThat(admin.get(MAPS).json().path("items")).hasSize(4);
            assertThat(server.defects()).isEmpty();
        }
    }

    private static String map(int number) {
        return "{\"metadata\":{\"name\":\"m" + number + "\"},\"data\":{\"k\":\"" + "v".repeat(50_000) + "\"}}";
    }
}
