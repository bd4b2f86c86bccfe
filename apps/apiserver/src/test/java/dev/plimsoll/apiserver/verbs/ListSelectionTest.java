package dev.plimsoll.apiserver.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.Parameters;
import dev.plimsoll.apiserver.request.Representation;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.store.memory.MemoryStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a selector costs where nearly nothing matches it. */
// Acceptance of production: selectors
class ListSelectionTest {
    private static final Kind MAPS = Kinds.bundled().named("", "ConfigMap");
    private static final int COUNT = 200;

    private final AtomicInteger read = new AtomicInteger();
    private final MemoryStore store = new MemoryStore();
    private final Registry registry = new Registry(store, (kind, tree) -> {
        read.incrementAndGet();
        return ListSelection.fieldsOf(kind, tree);
    });

    @AfterEach
    void close() {
        registry.close();
        store.close();
    }

    private static ListSelection selection(String text) {
        var request = new ApiRequest(
                "GET",
                "",
                "",
                Parameters.parse("fieldSelector=" + text),
                Map.of(),
                ApiRequest.Body.NONE,
                List.of(),
                "",
                new RequestContext());
        var user = new User("somebody", "", List.of());
        return ListSelection.of(new Call(request, user, MAPS, "", "", "", Representation.JSON));
    }

    private void create(int number) {
        var document = JsonNodeFactory.instance.objectNode();
        document.putObject("metadata").put("namespace", "default").put("name", "map-" + number);
        registry.create(MAPS, "default", "map-" + number, document);
    }

    private long matching(String text) {
        var selection = selection(text);
        return registry.latest(MAPS, "").objects().stream()
                .filter(selection::matches)
                .count();
    }

    @Test
    @DisplayName(
            "of objects that do not hold the value nothing is read, neither when they are written nor when they are selected")
    void valuesThatAreNowhere() {
        for (var i = 0; i < COUNT; i++) create(i);
        assertThat(read).as("when they are written").hasValue(0);
        assertThat(matching("metadata.name%3Dmap-7")).isEqualTo(1);
        assertThat(read.get()).as("map-7 and map-70 to map-79").isEqualTo(11);
        assertThat(matching("metadata.name%3Dnone")).isZero();
        assertThat(read).hasValue(11);
    }

    @Test
    @DisplayName("once somebody selects from a kind, what selectors see of an object is kept as it is written")
    void selectedKinds() {
        create(0);
        assertThat(matching("metadata.name!%3Dmap-7")).isEqualTo(1);
        assertThat(read).hasValue(1);
        for (var i = 1; i < COUNT; i++) create(i);
        assertThat(read).hasValue(COUNT);
        assertThat(matching("metadata.name!%3Dmap-7")).isEqualTo(COUNT - 1);
        assertThat(read).hasValue(COUNT);
    }
}
