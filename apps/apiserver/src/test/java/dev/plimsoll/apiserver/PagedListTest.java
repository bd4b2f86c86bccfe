package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.apiserver.storage.ForwardingStore;
import dev.plimsoll.store.Range;
import dev.plimsoll.store.RangeResult;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.memory.MemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lists in pages show one revision, and read the store only where that is not in memory any more. */
// Acceptance of production: pages
class PagedListTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final CountedLists store = new CountedLists(new MemoryStore());
    private final TestServer server = TestServer.on(store);

    @BeforeEach
    void maps() {
        for (var i = 0; i < 5; i++) created("m-" + i, "old");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void created(String name, String value) {
        var body = "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"v\":\"" + value + "\"}}";
        assertThat(server.post(MAPS, body).status()).isEqualTo(201);
    }

    private JsonNode page(String rest) throws IOException {
        return MAPPER.readTree(
                server.get(MAPS + "?labelSelector=&limit=2" + rest).text());
    }

    private JsonNode after(JsonNode page) throws IOException {
        return page("&continue=" + page.at("/metadata/continue").asText());
    }

    private static List<String> values(JsonNode... pages) {
        var values = new ArrayList<String>();
        for (var page : pages)
            for (var item : page.path("items"))
                values.add(item.at("/metadata/name").asText() + " "
                        + item.at("/data/v").asText());
        return values;
    }

    @Test
    @DisplayName("while nothing changes, pages that follow are not read from the store")
    void unchanged() throws Exception {
        var first = page("");
        var before = store.lists.get();
        var second = after(first);
        var third = after(second);
        assertThat(store.lists.get()).isEqualTo(before);
        assertThat(values(first, second, third)).containsExactly("m-0 old", "m-1 old", "m-2 old", "m-3 old", "m-4 old");
        assertThat(second.at("/metadata/remainingItemCount").asInt()).isEqualTo(1);
        assertThat(third.at("/metadata/continue").asText()).isEmpty();
        assertThat(third.at("/metadata/resourceVersion")).isEqualTo(first.at("/metadata/resourceVersion"));
    }

    @Test
    @DisplayName("what changes meanwhile is not seen")
    void changed() throws Exception {
        var first = page("");
        server.patch("merge-patch+json", MAPS + "/m-2", "{\"data\":{\"v\":\"new\"}}");
        assertThat(server.call("DELETE", MAPS + "/m-3", "", Map.of()).status()).isEqualTo(200);
        created("m-9", "new");
        var second = after(first);
        assertThat(values(first, second, after(second)))
                .containsExactly("m-0 old", "m-1 old", "m-2 old", "m-3 old", "m-4 old");
    }

    @Test
    @DisplayName("changes of other kinds and namespaces make pages no less consistent")
    void elsewhere() throws Exception {
        var first = page("");
        assertThat(server.post(
                                "/api/v1/namespaces/kube-public/configmaps",
                                "{\"metadata\":{\"name\":\"other\"},\"data\":{}}")
                        .status())
                .isEqualTo(201);
        var second = after(first);
        assertThat(values(second, after(second))).containsExactly("m-2 old", "m-3 old", "m-4 old");
    }

    @Test
    @DisplayName("a revision that was compacted cannot be read on, though it is in memory")
    void compacted() throws Exception {
        var first = page("");
        assertThat(server.post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}")
                        .status())
                .isEqualTo(201);
        store.compact(store.revision());
        var second = after(first);
        assertThat(second.path("code").asInt()).isEqualTo(410);
        assertThat(second.path("reason").asText()).isEqualTo("Expired");
    }

    /** Counts the ranges of ConfigMaps that are read. */
    private static final class CountedLists extends ForwardingStore {
        private final AtomicInteger lists = new AtomicInteger();

        CountedLists(Store store) {
            super(store);
        }

        @Override
        public RangeResult list(Range range) {
            if (range.prefix().contains("configmaps")) lists.incrementAndGet();
            return super.list(range);
        }
    }
}
