package dev.plimsoll.apiserver;

import static dev.plimsoll.apiserver.Widgets.OBJECTS;
import static dev.plimsoll.apiserver.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects of a kind that a definition made. */
class CustomResourceTest {
    private final TestServer server = new TestServer();

    @BeforeEach
    void defined() {
        Widgets.define(server, Widgets.DEFINITION);
    }

    @AfterEach
    void closed() {
        assertThat(server.defects()).isEmpty();
        server.close();
    }

    private TestServer.Answer create(String name, String spec) {
        return server.post(OBJECTS, widget(name, spec));
    }

    @Test
    void isMadeWithDefaultsAndWithoutWhatIsUnknown() {
        var answer = create("w", "{\"color\":\"red\",\"x\":1,\"parts\":[{\"name\":\"a\"}],\"free\":{\"y\":[1]}}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        var object = server.get(OBJECTS + "/w").json();
        assertThat(object.path("spec").toString())
                .isEqualTo(
                        "{\"color\":\"red\",\"parts\":[{\"name\":\"a\",\"size\":3}],\"free\":{\"y\":[1]},\"replicas\":1}");
        assertThat(object.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(object.at("/metadata/managedFields/0/apiVersion").asText()).isEqualTo("example.com/v1");
    }

    @Test
    void unknownFieldsAreRefusedOrWarnedOf() {
        var body = widget("w", "{\"color\":\"red\",\"x\":1}");
        var strict = server.post(OBJECTS + "?fieldValidation=Strict", body);
        assertThat(strict.status()).isEqualTo(400);
        assertThat(strict.message())
                .isEqualTo(
                        "Widget in version \"v1\" cannot be handled as a Widget: strict decoding error: unknown field \"spec.x\"");
        var warned = server.post(OBJECTS + "?fieldValidation=Warn", body);
        assertThat(warned.status()).isEqualTo(201);
        assertThat(warned.warning()).contains("unknown field");
    }

    @Test
    void whatTheSchemaForbidsIsRefused() {
        var answer = create("w", "{\"replicas\":11,\"color\":\"pink\",\"tags\":[\"a\",\"a\"]}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.message())
                .isEqualTo(
                        "Widget.example.com \"w\" is invalid: [spec.replicas: Invalid value: 11: spec.replicas in body "
                                + "should be less than or equal to 10, spec.color: Unsupported value: \"pink\": supported values: "
                                + "\"red\", \"green\", \"blue\", spec.tags[1]: Duplicate value: \"a\"]");
        assertThat(create("w", "{}").message())
                .isEqualTo("Widget.example.com \"w\" is invalid: spec.color: Required value");
    }

    @Test
    void generationCountsChangesOfAllButMetadataAndStatus() {
        create("w", "{\"color\":\"red\"}");
        server.patch("merge-patch+json", OBJECTS + "/w", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        server.patch("merge-patch+json", OBJECTS + "/w/status", "{\"status\":{\"phase\":\"Ready\"}}");
        assertThat(server.get(OBJECTS + "/w").json().at("/metadata/generation").asInt())
                .isEqualTo(1);
        server.patch("merge-patch+json", OBJECTS + "/w", "{\"spec\":{\"color\":\"blue\"}}");
        assertThat(server.get(OBJECTS + "/w").json().at("/metadata/generation").asInt())
                .isEqualTo(2);
    }

    @Test
    void statusAndSpecHaveTheirOwnWays() {
        create("w", "{\"color\":\"red\"}");
        server.patch(
                "merge-patch+json",
                OBJECTS + "/w/status",
                "{\"spec\":{\"color\":\"blue\"},\"status\":{\"phase\":\"Ready\"}}");
        server.patch(
                "merge-patch+json", OBJECTS + "/w", "{\"spec\":{\"replicas\":2},\"status\":{\"phase\":\"Broken\"}}");
        var object = server.get(OBJECTS + "/w").json();
        assertThat(object.at("/spec/color").asText()).isEqualTo("red");
        assertThat(object.at("/spec/replicas").asInt()).isEqualTo(2);
        assertThat(object.at("/status/phase").asText()).isEqualTo("Ready");
    }

    @Test
    void scaleIsReadAndWrittenAtItsPaths() {
        create("w", "{\"color\":\"red\"}");
        server.patch("merge-patch+json", OBJECTS + "/w/status", "{\"status\":{\"replicas\":4,\"selector\":\"app=w\"}}");
        var scale = server.get(OBJECTS + "/w/scale").json();
        assertThat(scale.path("spec").toString()).isEqualTo("{\"replicas\":1}");
        assertThat(scale.path("status").toString()).isEqualTo("{\"replicas\":4,\"selector\":\"app=w\"}");
        var changed = server.patch("merge-patch+json", OBJECTS + "/w/scale", "{\"spec\":{\"replicas\":5}}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(server.get(OBJECTS + "/w").json().at("/spec/replicas").asInt())
                .isEqualTo(5);
        assertThat(server.patch("merge-patch+json", OBJECTS + "/w/scale", "{\"spec\":{\"replicas\":50}}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void appliesMergeListsByTheirKeys() {
        var path = OBJECTS + "/w?fieldManager=";
        var one = server.patch(
                "apply-patch+yaml",
                path + "one",
                widget("w", "{\"color\":\"red\",\"parts\":[{\"name\":\"a\",\"size\":1}]}"));
        assertThat(one.status()).as(one.text()).isEqualTo(201);
        var two = server.patch("apply-patch+yaml", path + "two", widget("w", "{\"parts\":[{\"name\":\"b\"}]}"));
        assertThat(two.status()).as(two.text()).isEqualTo(200);
        assertThat(two.json().at("/spec/parts").toString())
                .isEqualTo("[{\"name\":\"a\",\"size\":1},{\"name\":\"b\",\"size\":3}]");
        var conflict = server.patch("apply-patch+yaml", path + "two", widget("w", "{\"color\":\"blue\"}"));
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(conflict.message()).contains("conflict with \"one\": .spec.color");
    }

    @Test
    void patchesOfOtherKindsAreTakenAndStrategicOnesRefused() {
        create("w", "{\"color\":\"red\"}");
        var json = server.patch(
                "json-patch+json",
                OBJECTS + "/w",
                "[{\"op\":\"replace\",\"path\":\"/spec/color\",\"value\":\"blue\"}]");
        assertThat(json.json().at("/spec/color").asText()).isEqualTo("blue");
        assertThat(server.patch("strategic-merge-patch+json", OBJECTS + "/w", "{\"spec\":{}}")
                        .status())
                .isEqualTo(415);
        assertThat(server.call("POST", OBJECTS, "k8s", Map.of("Content-Type", "application/vnd.kubernetes.protobuf"))
                        .status())
                .isEqualTo(415);
    }

    @Test
    void listsBySelectorsPagesAndTables() {
        create("a", "{\"color\":\"red\"}");
        create("b", "{\"color\":\"blue\",\"replicas\":4}");
        assertThat(names(server.get(OBJECTS + "?fieldSelector=spec.color%3Dblue")))
                .isEqualTo("b");
        assertThat(server.get(OBJECTS + "?fieldSelector=spec.replicas%3D4").status())
                .isEqualTo(400);
        var page = server.get(OBJECTS + "?limit=1");
        assertThat(names(page)).isEqualTo("a");
        assertThat(names(server.get(OBJECTS + "?limit=1&continue="
                        + page.json().at("/metadata/continue").asText())))
                .isEqualTo("b");
        var table = server.call("GET", OBJECTS, "", Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"))
                .json();
        assertThat(table.at("/columnDefinitions/1/name").asText()).isEqualTo("Color");
        assertThat(table.at("/rows/1/cells/1").asText()).isEqualTo("blue");
        assertThat(table.at("/rows/1/cells/2").asInt()).isEqualTo(4);
        assertThat(table.at("/columnDefinitions/3/priority").asInt()).isEqualTo(1);
        var list = server.get("/apis/example.com/v1/widgets").json();
        assertThat(list.path("kind").asText()).isEqualTo("WidgetList");
        assertThat(list.path("items").size()).isEqualTo(2);
    }

    private static String names(TestServer.Answer list) {
        var names = new StringBuilder();
        for (var item : list.json().path("items"))
            names.append(item.at("/metadata/name").asText());
        return names.toString();
    }

    @Test
    void changesAreWatchedUntilTheDefinitionChanges() throws IOException {
        create("a", "{\"color\":\"red\"}");
        try (var stream = server.opened("/apis/example.com/v1/widgets?watch=true");
                var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).contains("\"ADDED\"").contains("\"replicas\":1");
            create("b", "{\"color\":\"blue\"}");
            assertThat(lines.readLine()).contains("\"ADDED\"").contains("\"name\":\"b\"");
            server.call("DELETE", OBJECTS + "/a", "");
            assertThat(lines.readLine()).contains("\"DELETED\"").contains("\"name\":\"a\"");
            server.patch(
                    "json-patch+json",
                    Widgets.DEFINITIONS + "/widgets.example.com",
                    "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/replicas/default\","
                            + "\"value\":2}]");
            assertThat(lines.readLine()).isNull();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        create("c", "{\"color\":\"red\"}");
        assertThat(server.get(OBJECTS + "/c").json().at("/spec/replicas").asInt())
                .isEqualTo(2);
    }

    @Test
    void takesPartInQuotasAndRoles() {
        server.post(
                "/api/v1/namespaces/default/resourcequotas",
                "{\"apiVersion\":\"v1\",\"kind\":\"ResourceQuota\",\"metadata\":{\"name\":\"q\"},"
                        + "\"spec\":{\"hard\":{\"count/widgets.example.com\":\"1\"}}}");
        assertThat(create("a", "{\"color\":\"red\"}").status()).isEqualTo(201);
        var second = create("b", "{\"color\":\"red\"}");
        assertThat(second.status()).isEqualTo(403);
        assertThat(second.message()).contains("exceeded quota: q, requested: count/widgets.example.com=1");
        assertThat(server.asUser("GET", OBJECTS, "").status()).isEqualTo(403);
        server.post(
                "/apis/rbac.authorization.k8s.io/v1/clusterroles",
                "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"ClusterRole\",\"metadata\":{\"name\":\"w\"},"
                        + "\"rules\":[{\"apiGroups\":[\"example.com\"],\"resources\":[\"widgets\"],\"verbs\":[\"list\"]}]}");
        server.post(
                "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
                "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"ClusterRoleBinding\",\"metadata\":{\"name\":\"w\"},"
                        + "\"roleRef\":{\"kind\":\"ClusterRole\",\"name\":\"w\"},\"subjects\":[{\"kind\":\"User\",\"name\":\"jane\"}]}");
        assertThat(server.asUser("GET", OBJECTS, "").status()).isEqualTo(200);
    }

    @Test
    void versionsShowTheSameObject() {
        Widgets.define(server, Widgets.GADGETS);
        var older = server.post(
                "/apis/example.com/v1beta1/gadgets",
                "{\"apiVersion\":\"example.com/v1beta1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"g\"},\"spec\":{\"size\":3}}");
        assertThat(older.status()).as(older.text()).isEqualTo(201);
        assertThat(older.warning()).contains("example.com/v1beta1 Gadget is deprecated");
        var newer = server.get("/apis/example.com/v2/gadgets/g").json();
        assertThat(newer.path("apiVersion").asText()).isEqualTo("example.com/v2");
        assertThat(newer.path("spec").toString()).isEqualTo("{\"size\":3,\"mode\":\"fast\"}");
        assertThat(server.get("/apis/example.com/v1beta1/gadgets/g")
                        .json()
                        .path("spec")
                        .toString())
                .isEqualTo("{\"size\":3}");
        assertThat(server.get("/apis/example.com")
                        .json()
                        .at("/preferredVersion/version")
                        .asText())
                .isEqualTo("v2");
    }

    @Test
    void dryRunsGeneratedNamesAndFinalizersWorkAsEverywhere() {
        assertThat(server.post(OBJECTS + "?dryRun=All", widget("w", "{\"color\":\"red\"}"))
                        .status())
                .isEqualTo(201);
        assertThat(server.get(OBJECTS + "/w").status()).isEqualTo(404);
        var generated = server.post(
                OBJECTS,
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"generateName\":\"w-\","
                        + "\"finalizers\":[\"example.com/f\"]},\"spec\":{\"color\":\"red\"}}");
        var name = generated.json().at("/metadata/name").asText();
        assertThat(name).startsWith("w-").hasSize(7);
        var deleted = server.call("DELETE", OBJECTS + "/" + name, "");
        assertThat(deleted.json().at("/metadata/deletionTimestamp").asText()).isNotEmpty();
        server.patch("merge-patch+json", OBJECTS + "/" + name, "{\"metadata\":{\"finalizers\":null}}");
        assertThat(server.get(OBJECTS + "/" + name).status()).isEqualTo(404);
        create("a", "{\"color\":\"red\"}");
        assertThat(server.call("DELETE", OBJECTS, "").json().path("items").size())
                .isEqualTo(1);
    }
}
