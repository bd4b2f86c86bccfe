package dev.plimsoll.security;

import static dev.plimsoll.security.Access.rule;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A right to one object by its name, and every way to ask for another with it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FieldSelectorNameTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final SecureServer server = new SecureServer();
    private final Access access = new Access(server);

    @BeforeAll
    void start() {
        access.grantIn("default", "ann", rule("", "configmaps,pods,pods/eviction", "*", "a"));
        for (var name : List.of("a", "b")) access.made(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    /**
     * A field selector and what a list with it gives.
     *
     * @param names none if it is refused
     */
    record Row(String selector, int status, List<String> names) {
        static Row seen(String selector, String... names) {
            return new Row(selector, 200, List.of(names));
        }

        static Row refused(String selector, int status) {
            return new Row(selector, status, List.of());
        }
    }

    static Stream<Row> selectors() {
        return Stream.of(
                Row.refused("", 403),
                Row.seen("metadata.name=a", "a"),
                Row.seen("metadata.name==a", "a"),
                Row.seen("metadata.name%3Da", "a"),
                Row.seen("metadata.name%3D%3Da", "a"),
                Row.seen("%6Detadata.name=a", "a"),
                Row.seen("metadata.name=a,", "a"),
                Row.seen(",metadata.name=a", "a"),
                Row.seen("metadata.name=a,metadata.namespace=default", "a"),
                Row.seen("metadata.namespace=default,metadata.name=a", "a"),
                Row.seen("metadata.name=a,metadata.name=a", "a"),
                Row.seen("metadata.name=a,metadata.name=b"),
                Row.seen("metadata.name=a,metadata.name!=a"),
                Row.seen("metadata.name!=b,metadata.name=a", "a"),
                Row.refused("metadata.name=b,metadata.name=a", 403),
                Row.refused("metadata.name=b", 403),
                Row.refused("metadata.name!=a", 403),
                Row.refused("metadata.name!=b", 403),
                Row.refused("metadata.name=", 403),
                Row.refused("metadata.name=!=a", 403),
                Row.refused("metadata.name", 403),
                Row.refused("metadata.name=a,nonsense", 403),
                Row.refused("metadata.name=a%5C,b", 403),
                Row.refused("metadata.namespace=default", 403),
                Row.refused("Metadata.Name=a", 403),
                Row.refused("%20metadata.name=a", 403),
                Row.refused("metadata.name=%20a", 403),
                Row.refused("metadata.name=b&fieldSelector=metadata.name=a", 403),
                Row.seen("metadata.name=a&fieldSelector=metadata.name=b", "a"),
                Row.refused("&fieldSelector=metadata.name=a", 403),
                Row.refused("metadata.name=a,spec.nodeName=x", 400));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("selectors")
    void aListGivesTheNameThatWasAllowed(Row row) {
        var answer = server.user("ann").get(MAPS + "?fieldSelector=" + row.selector());
        assertThat(answer.status()).as(answer.text()).isEqualTo(row.status());
        var names = new ArrayList<String>();
        for (var item : answer.json().path("items"))
            names.add(item.at("/metadata/name").asText());
        assertThat(names).isEqualTo(row.names());
    }

    /** All at once: each that is allowed lasts a second. */
    @Test
    void soDoesAWatch() throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var watches = new LinkedHashMap<Row, Future<SecureServer.Answer>>();
            selectors()
                    .forEach(row -> watches.put(
                            row,
                            threads.submit(() -> server.user("ann")
                                    .get(MAPS + "?watch=true&timeoutSeconds=1&fieldSelector=" + row.selector()))));
            for (var watch : watches.entrySet()) {
                var row = watch.getKey();
                var answer = watch.getValue().get();
                assertThat(answer.status()).as(row.selector()).isEqualTo(row.status());
                if (row.status() != 200) continue;
                assertThat(answer.text()).doesNotContain("\"name\":\"b\"");
                assertThat(answer.text().contains("\"name\":\"a\""))
                        .as(row.selector())
                        .isEqualTo(row.names().contains("a"));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("selectors")
    void noOtherVerbTakesItsNameFromASelector(Row row) {
        var ann = server.user("ann");
        var query = "?fieldSelector=" + row.selector();
        var other = "{\"metadata\":{\"name\":\"b\",\"labels\":{\"x\":\"y\"}}}";
        assertThat(ann.post(MAPS + query, "{\"metadata\":{\"name\":\"a\"}}").status())
                .isEqualTo(403);
        assertThat(ann.post(MAPS + query, "{\"metadata\":{\"name\":\"c\"}}").status())
                .isEqualTo(403);
        assertThat(ann.delete(MAPS + query).status()).isEqualTo(403);
        assertThat(ann.get(MAPS + "/b" + query).status()).isEqualTo(403);
        assertThat(ann.get(MAPS + "/b" + query + "&watch=true").status()).isEqualTo(403);
        assertThat(ann.put(MAPS + "/b" + query, other).status()).isEqualTo(403);
        assertThat(ann.patch(MAPS + "/b" + query, other).status()).isEqualTo(403);
        assertThat(ann.delete(MAPS + "/b" + query).status()).isEqualTo(403);
        assertThat(ann.get("/api/v1/watch/namespaces/default/configmaps" + query)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void theNamedObjectItselfCanBeReadChangedAndMade() {
        var ann = server.user("ann");
        assertThat(ann.get(MAPS + "/a").status()).isEqualTo(200);
        assertThat(ann.get(MAPS + "/a?watch=true").json().path("kind").asText()).isEqualTo("ConfigMap");
        assertThat(ann.get("/api/v1/watch/namespaces/default/configmaps/a?timeoutSeconds=1")
                        .status())
                .isEqualTo(200);
        assertThat(ann.patch(MAPS + "/a", "{\"data\":{\"k\":\"v\"}}").status()).isEqualTo(200);
        var eviction = "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"a\"}}";
        assertThat(ann.post("/api/v1/namespaces/default/pods/a/eviction", eviction)
                        .status())
                .isEqualTo(404);
        assertThat(ann.post("/api/v1/namespaces/default/pods/b/eviction", eviction)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void anObjectThatAPutMakesHasTheNameThatWasAllowed() {
        var ranges = "/api/v1/namespaces/default/limitranges";
        access.grantIn("default", "bob", rule("", "limitranges", "update", "a"));
        var bob = server.user("bob");
        var unnamed = "{\"metadata\":{\"generateName\":\"x\"},\"spec\":{\"limits\":[]}}";
        assertThat(bob.put(ranges + "/b", unnamed).status()).isEqualTo(403);
        assertThat(bob.put(ranges + "/a", unnamed.replace("generateName", "name"))
                        .status())
                .isEqualTo(400);
        assertThat(bob.put(ranges + "/a", unnamed).json().at("/metadata/name").asText())
                .isEqualTo("a");
    }
}
