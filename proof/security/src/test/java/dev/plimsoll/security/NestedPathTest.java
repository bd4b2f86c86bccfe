package dev.plimsoll.security;

import static dev.plimsoll.security.Access.rule;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may do everything in one namespace reaches nothing outside it, however the path is written. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NestedPathTest {
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final String OTHER = "/api/v1/namespaces/other";

    private final SecureServer server = new SecureServer();
    private final Access access = new Access(server);

    @BeforeAll
    void start() {
        for (var name : List.of("mine", "other", "gone")) access.namespace(name);
        for (var name : List.of("mine", "gone")) access.grantIn(name, "ann", rule("*", "*,*/*,*/status", "*"));
        access.made("/api/v1/nodes", "{\"metadata\":{\"name\":\"other\"}}");
        access.made("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                {"metadata":{"name":"gauges.example.com"},"spec":{"group":"example.com","scope":"Cluster",
                 "names":{"plural":"gauges","kind":"Gauge"},"versions":[{"name":"v1","served":true,"storage":true,
                 "schema":{"openAPIV3Schema":{"type":"object"}},"subresources":{"status":{}}}]}}""");
        access.made("/apis/example.com/v1/gauges", """
                {"apiVersion":"example.com/v1","kind":"Gauge","metadata":{"name":"other"}}""");
    }

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    record Place(String groupVersion, String resource, String subresource) {
        String under(String parent, String name) {
            return groupVersion + "/namespaces/" + parent + "/" + resource + (name.isEmpty() ? "" : "/" + name)
                    + (subresource.isEmpty() ? "" : "/" + subresource);
        }
    }

    /** Every kind without a namespace that the server tells of, with all its parts. */
    private List<Place> places() {
        var versions = new ArrayList<>(List.of("/api/v1"));
        for (var group : server.admin().get("/apis").json().path("groups")) {
            for (var version : group.path("versions"))
                versions.add("/apis/" + version.path("groupVersion").asText());
        }
        var places = new ArrayList<Place>();
        for (var version : versions) {
            for (var resource : server.admin().get(version).json().path("resources")) {
                if (resource.path("namespaced").asBoolean()) continue;
                var words = resource.path("name").asText().split("/", -1);
                places.add(new Place(version, words[0], words.length > 1 ? words[1] : ""));
            }
        }
        return places;
    }

    @Test
    void noKindOfTheClusterHasAPathUnderANamespace() {
        var places = places();
        assertThat(places)
                .contains(
                        new Place("/api/v1", "namespaces", "finalize"),
                        new Place("/api/v1", "nodes", "status"),
                        new Place("/apis/example.com/v1", "gauges", "status"));
        for (var place : places) {
            for (var name : place.subresource().isEmpty() ? List.of("", "other") : List.of("other")) {
                for (var method : METHODS) {
                    var path = place.under("mine", name);
                    var body =
                            method.equals("GET") || method.equals("HEAD") ? "" : "{\"metadata\":{\"name\":\"other\"}}";
                    assertThat(server.admin().call(method, path, body).status())
                            .as("admin: %s %s", method, path)
                            .isEqualTo(404);
                    assertThat(server.user("ann").call(method, path, body).status())
                            .as("ann: %s %s", method, path)
                            .isEqualTo(isForEverybody(method, place) ? 404 : 403);
                }
            }
        }
        assertUntouched();
    }

    /** Everybody may ask about themselves, by a right in the whole cluster. */
    private static boolean isForEverybody(String method, Place place) {
        return method.equals("POST") && place.resource().startsWith("selfsubject");
    }

    private void assertUntouched() {
        for (var path : List.of(OTHER, "/api/v1/nodes/other", "/apis/example.com/v1/gauges/other")) {
            var object = server.admin().get(path).json();
            assertThat(object.path("metadata").path("name").asText()).as(path).isEqualTo("other");
            assertThat(object.path("metadata").has("deletionTimestamp")).isFalse();
            assertThat(object.path("metadata").has("labels") && !path.equals(OTHER))
                    .isFalse();
        }
    }

    static Stream<String> spellings() {
        return Stream.of(
                "/api/v1/namespaces/mine/namespaces/other",
                "/api/v1/namespaces/mine/namespaces/other/",
                "/api/v1/namespaces/mine/namespaces/other/status",
                "/api/v1/namespaces/mine/namespaces/other/finalize",
                "/api/v1/namespaces/mine/status/other",
                "/api/v1/namespaces/mine/namespaces%2Fother",
                "/api/v1/namespaces/mine/..%2Fother",
                "/api/v1/namespaces/mine%2F..%2Fother",
                "/api/v1/namespaces/mine/../other",
                "/api/v1/namespaces/mine/./../other",
                "/api/v1/namespaces/mine/%2e%2e/other",
                "/api/v1/namespaces/mine/pods/../../other",
                "/api/v1/namespaces/mine;x=y/../other",
                "/api/v1/namespaces//other",
                "/api/v1//namespaces/other",
                "//api/v1/namespaces/other",
                "/api//v1/namespaces/other",
                "/api/v1/namespaces/other/",
                "/api/v1/namespaces/other//",
                "/api/v1/Namespaces/other",
                "/API/v1/namespaces/other",
                "/api/v1/namespaces/OTHER",
                "/api/v1/namespaces/other?namespace=mine",
                "/api/v1/namespaces/other?fieldSelector=metadata.namespace=mine",
                "/api/v1/watch/namespaces/other",
                "/api/v1/watch/namespaces/mine/namespaces/other",
                "/api/v1/namespaces/mine/watch/namespaces/other",
                "/api/v1/namespaces/mine/namespaces/mine/namespaces/other",
                "/apis/v1/namespaces/mine/namespaces/other",
                "/apis//v1/namespaces/mine/namespaces/other",
                "/api/v1/namespaces/mine/namespaces/other?watch=true",
                "/api/v1/namespaces/other?watch=true");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("spellings")
    void anotherNamespaceIsOutOfReach(String path) {
        for (var method : METHODS) {
            var body = method.equals("GET") || method.equals("HEAD") ? "" : "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}";
            assertThat(server.user("ann").call(method, path, body).status())
                    .as("%s %s", method, path)
                    .isBetween(400, 499);
        }
        assertUntouched();
        assertThat(server.admin().get(OTHER).json().at("/metadata/labels").has("a"))
                .isFalse();
    }

    @Test
    void theNamespaceOfANamespaceIsItsName() {
        var ann = server.user("ann");
        assertThat(ann.get("/api/v1/namespaces/mine").status()).isEqualTo(200);
        assertThat(ann.patch("/api/v1/namespaces/mine", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .status())
                .isEqualTo(200);
        assertThat(ann.get("/api/v1/namespaces/mine/status").status()).isEqualTo(200);
        assertThat(ann.get("/api/v1/namespaces").status()).isEqualTo(403);
        assertThat(ann.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"new\"}}")
                        .status())
                .isEqualTo(403);
        assertThat(ann.delete("/api/v1/namespaces").status()).isEqualTo(403);
        assertThat(ann.get(OTHER).message())
                .isEqualTo("namespaces \"other\" is forbidden: User \"ann\" cannot get resource \"namespaces\" in API "
                        + "group \"\" in the namespace \"other\"");
        assertThat(ann.delete("/api/v1/namespaces/gone").status()).isEqualTo(200);
    }

    @Test
    void aWatchByTheOldPathIsAWatch() {
        var ann = server.user("ann");
        assertThat(ann.get("/api/v1/watch/pods?timeoutSeconds=1").status()).isEqualTo(403);
        assertThat(ann.get("/api/v1/watch/namespaces/other/pods?timeoutSeconds=1")
                        .status())
                .isEqualTo(403);
        assertThat(ann.get("/api/v1/watch/namespaces/mine/pods?timeoutSeconds=1")
                        .status())
                .isEqualTo(200);
        assertThat(ann.delete("/api/v1/watch/namespaces/mine/pods").status()).isEqualTo(405);
        assertThat(server.admin().get("/api/v1/watch").status()).isEqualTo(500);
        assertThat(server.admin().get("/api/v1/watch").message())
                .contains(
                        "failed to create RequestInfo: unable to determine kind and namespace from url, /api/v1/watch");
    }

    @Test
    void authorizationComesBeforeTheRoute() {
        var ann = server.user("ann");
        var admin = server.admin();
        assertThat(ann.get("/api/v1/nonsense").status()).isEqualTo(403);
        assertThat(admin.get("/api/v1/nonsense").status()).isEqualTo(404);
        assertThat(ann.get("/apis/nonsense/v1/things").status()).isEqualTo(403);
        assertThat(admin.get("/apis/nonsense/v1/things").text()).isEqualTo("404 page not found\n");
        assertThat(ann.get("/api/v1/namespaces/other/pods/p/log/more").status()).isEqualTo(403);
        assertThat(admin.get("/api/v1/namespaces/other/pods/p/log/more").status())
                .isEqualTo(404);
        assertThat(ann.call("OPTIONS", "/api/v1/pods", "").status()).isEqualTo(403);
        assertThat(admin.call("OPTIONS", "/api/v1/pods", "").status()).isEqualTo(405);
        assertThat(admin.delete("/api/v1/pods").status()).isEqualTo(405);
    }
}
