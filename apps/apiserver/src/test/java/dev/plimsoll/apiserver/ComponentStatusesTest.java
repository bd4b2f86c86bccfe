package dev.plimsoll.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.components.ComponentEndpoints;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreProblem;
import dev.plimsoll.store.memory.MemoryStore;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: component-statuses
/** How clients read the health of a control plane of which nothing but the API server runs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComponentStatusesTest {
    private static final String ALL = "/api/v1/componentstatuses";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    private static final String WARNING = "299 - \"v1 ComponentStatus is deprecated in v1.19+\"";
    /** Nobody listens there, and nobody but the machine's owner could. */
    private static final URI NOWHERE = URI.create("https://127.0.0.1:1/healthz");

    private static final ApiServerSettings.Extras ALONE =
            ApiServerSettings.Extras.DEFAULT.with(new ComponentEndpoints(NOWHERE, NOWHERE));

    private TestServer server;

    @BeforeAll
    void start() {
        server = new TestServer(true, ALONE);
    }

    @AfterAll
    void stop() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    private static List<String> names(JsonNode list) {
        var names = new ArrayList<String>();
        for (var item : list.path("items")) names.add(item.at("/metadata/name").asText());
        return names;
    }

    @Test
    @DisplayName("a list has each component with the condition Healthy, and no version")
    void listed() {
        var answer = server.get(ALL);
        var list = answer.json();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().get("warning")).containsExactly(WARNING);
        assertThat(list.path("kind").asText()).isEqualTo("ComponentStatusList");
        assertThat(list.path("metadata").isEmpty()).isTrue();
        assertThat(names(list)).containsExactly("controller-manager", "etcd-0", "scheduler");
        assertThat(list.at("/items/1").toString())
                .isEqualTo("{\"metadata\":{\"name\":\"etcd-0\"},"
                        + "\"conditions\":[{\"type\":\"Healthy\",\"status\":\"True\",\"message\":\"ok\"}]}");
        var absent = list.at("/items/2/conditions/0");
        assertThat(absent.path("status").asText()).isEqualTo("False");
        assertThat(absent.path("message").asText())
                .isEqualTo("nobody holds the Lease kube-system/kube-scheduler; Get \"" + NOWHERE
                        + "\": connection refused");
    }

    @Test
    @DisplayName("one by its name, with kind and version; an unknown one is not found")
    void one() {
        var answer = server.get(ALL + "/etcd-0");
        assertThat(answer.text())
                .isEqualTo("{\"kind\":\"ComponentStatus\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"etcd-0\"},"
                        + "\"conditions\":[{\"type\":\"Healthy\",\"status\":\"True\",\"message\":\"ok\"}]}");
        assertThat(answer.headers().get("warning")).containsExactly(WARNING);
        var missing = server.get(ALL + "/etcd-1");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.message()).isEqualTo("componentstatuses \"etcd-1\" not found");
    }

    @Test
    @DisplayName("a Table has the columns that kubectl prints")
    void table() {
        var table = server.call("GET", ALL, "", Map.of("Accept", TABLE)).json();
        var columns = new ArrayList<String>();
        for (var column : table.path("columnDefinitions"))
            columns.add(column.path("name").asText());
        assertThat(columns).containsExactly("Name", "Status", "Message", "Error");
        var rows = new ArrayList<String>();
        for (var row : table.path("rows"))
            rows.add(row.at("/cells/0").asText() + " " + row.at("/cells/1").asText());
        assertThat(rows).containsExactly("controller-manager Unhealthy", "etcd-0 Healthy", "scheduler Unhealthy");
    }

    @Test
    @DisplayName("protobuf says what JSON says")
    void protobuf() throws Exception {
        for (var path : List.of(ALL + "/scheduler", ALL + "/etcd-0", ALL)) {
            var reply =
                    server.exchange("GET", path, new byte[0], Map.of("Accept", "application/vnd.kubernetes.protobuf"));
            assertThat(ProtobufAnswers.read(reply.body()).path("items").size()).isEqualTo(path.equals(ALL) ? 3 : 0);
            if (!path.equals(ALL))
                assertThat(ProtobufAnswers.read(reply.body()))
                        .isEqualTo(server.get(path).json());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fieldSelector=metadata.name=etcd-0             | etcd-0
            fieldSelector=metadata.name!=etcd-0            | controller-manager scheduler
            labelSelector=!app                             | controller-manager etcd-0 scheduler
            labelSelector=app=etcd                         | ''
            limit=1                                        | controller-manager etcd-0 scheduler
            resourceVersion=0                              | controller-manager etcd-0 scheduler""")
    @DisplayName("selectors choose; limits and versions do not matter")
    void selected(String query, String expected) {
        assertThat(String.join(" ", names(server.get(ALL + "?" + query).json())))
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("selectors that are none are refused")
    void badSelectors() {
        assertThat(server.get(ALL + "?fieldSelector=spec.x=1").status()).isEqualTo(400);
        assertThat(server.get(ALL + "?labelSelector=a+b").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"POST,''", "DELETE,''", "DELETE,/etcd-0", "PUT,/etcd-0", "PATCH,/etcd-0", "GET,?watch=true"})
    @DisplayName("nobody writes or watches them")
    void onlyRead(String method, String rest) {
        var body = method.equals("GET") || method.equals("DELETE") ? "" : "{\"metadata\":{\"name\":\"etcd-0\"}}";
        var answer = server.call(method, ALL + rest, body, Map.of("Content-Type", "application/merge-patch+json"));
        assertThat(answer.status()).isEqualTo(405);
    }

    @Test
    @DisplayName("a store that does not answer is unhealthy, and does not keep the answer back")
    void silentStore() {
        var held = new HeldStore("revision");
        try (var other = TestServer.on(held.store())) {
            held.hold();
            var condition = other.get(ALL + "/etcd-0").json().at("/conditions/0");
            assertThat(condition.path("status").asText()).isEqualTo("False");
            assertThat(condition.path("message").asText()).isEqualTo("the store did not answer within 800 ms");
            held.release();
        }
    }

    /** A store in memory that cannot read a Lease. */
    private static Store withoutLeases() {
        var store = new MemoryStore();
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    if (method.getName().equals("get")
                            && arguments[0].toString().contains("/leases/kube-system/"))
                        throw new StoreException(StoreProblem.UNAVAILABLE, "no member of etcd answers");
                    return method.invoke(store, arguments);
                });
    }

    @Test
    @DisplayName("where a Lease cannot be read, and nobody on this machine answers, the health is unknown")
    void unreadableLease() {
        try (var other = TestServer.on(withoutLeases(), ALONE)) {
            var condition = other.get(ALL + "/scheduler").json().at("/conditions/0");
            assertThat(condition.path("status").asText()).isEqualTo("Unknown");
            assertThat(condition.has("message")).isFalse();
            assertThat(condition.path("error").asText())
                    .startsWith(
                            "the Lease kube-system/kube-scheduler cannot be read (no member of etcd answers); Get \"");
        }
    }
}
