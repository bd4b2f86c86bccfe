package dev.plimsoll.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.store.memory.MemoryStore;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a watch goes on. */
// Acceptance of production: events-once
class CacheCursorTest {
    private static final Kind KIND = Kinds.bundled().named("", "ConfigMap");

    private final MemoryStore store = new MemoryStore();
    private final Registry registry = new Registry(store, (_, _) -> Map.of());

    @AfterEach
    void close() {
        registry.close();
        store.close();
    }

    private long created(String name) {
        var document = JsonNodeFactory.instance.objectNode();
        document.putObject("metadata").put("namespace", "default").put("name", name);
        return ((Registry.Written.Done) registry.create(KIND, "default", name, document))
                .object()
                .revision();
    }

    /** A client comes from another server on the store, whose cache is ahead of this one's. */
    @Test
    void whatAWatcherKnowsFromAnotherServerIsNotToldAgain() throws InterruptedException {
        var begun = registry.recent(KIND, "").revision();
        try (var cursor = registry.after(KIND, begun + 1)) {
            assertThat(cursor.revision()).isEqualTo(begun + 1);
            assertThat(created("known")).isEqualTo(begun + 1);
            var news = created("news");
            var change = cursor.next(Duration.ofMinutes(1));
            if (change.isEmpty()) change = cursor.next(Duration.ofMinutes(1));
            assertThat(change)
                    .hasValueSatisfying(told -> assertThat(told.revision()).isEqualTo(news));
        }
    }
}
