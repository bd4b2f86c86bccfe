package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small requests that ask for much: each is refused in words, and the server goes on. What they cost is in the codec's tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PatchSizeTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String MAP = MAPS + "/target";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String LONG = "x".repeat(1 << 20);

    private final SecureServer server = new SecureServer();

    record Row(String name, String method, String path, String type, String body, int status, String message) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    void open() {
        var large = "{\"metadata\":{\"name\":\"target\"},\"data\":{\"a\":\"" + "x".repeat(400_000) + "\"}}";
        assertThat(server.admin().post(MAPS, large).status()).isEqualTo(201);
        var definition = """
                {"metadata":{"name":"things.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                "names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,"storage":true,
                "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
                """;
        assertThat(server.admin()
                        .post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition)
                        .status())
                .isEqualTo(201);
    }

    @BeforeEach
    void isWell() {
        assertThat(server.admin().get("/readyz").status()).isEqualTo(200);
    }

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    static Stream<Row> rows() {
        return Stream.concat(jsonPatches(), others());
    }

    private static Stream<Row> jsonPatches() {
        var copy = "{\"op\":\"copy\",\"from\":\"/data/a\",\"path\":\"/data/b%d\"}";
        var inside = "{\"op\":\"copy\",\"from\":\"/data\",\"path\":\"/data/b\"}";
        return Stream.of(
                json(
                        "10,000 copies of a long text",
                        list(copy, 10_000),
                        422,
                        "Unable to complete the copy, the accumulated size increase of copy is 3200016, exceeding the"
                                + " limit 3145728"),
                json("copies of copies", list(inside, 40), 422, "Unable to complete the copy, the accumulated size"),
                json(
                        "10,001 operations",
                        list("{\"op\":\"test\",\"path\":\"/data/a\",\"value\":\"\"}", 10_001),
                        413,
                        "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001"),
                json(
                        "a deep value below a deep value",
                        "[{\"op\":\"add\",\"path\":\"/data/d\",\"value\":" + nested(400)
                                + "},{\"op\":\"add\",\"path\":\"/data/d" + "/a".repeat(399) + "\",\"value\":"
                                + nested(400) + "}]",
                        422,
                        "the patched object would be nested deeper than 512 levels"),
                json(
                        "a path of a million steps",
                        "[{\"op\":\"add\",\"path\":\"" + "/a".repeat(1_000_000) + "\",\"value\":1}]",
                        422,
                        "nested deeper than 512 levels"),
                json(
                        "a long number to compare with",
                        "[{\"op\":\"test\",\"path\":\"/data/a\",\"value\":" + "9".repeat(1_000_000) + "}]",
                        400,
                        "error decoding patch"));
    }

    private static Stream<Row> others() {
        var strategic = "application/strategic-merge-patch+json";
        var merge = "application/merge-patch+json";
        var apply = "application/apply-patch+yaml";
        var applied = "apiVersion: v1\nkind: ConfigMap\n";
        var force = MAP + "?fieldManager=me&force=true";
        return Stream.of(
                new Row(
                        "a body of 3 MiB and a byte",
                        "POST",
                        MAPS,
                        "application/json",
                        "{}" + " ".repeat((3 << 20) - 1),
                        413,
                        "Request entity too large: limit is 3145728"),
                new Row(
                        "a patch of 3 MiB and a byte",
                        "PATCH",
                        MAP,
                        merge,
                        "{}" + " ".repeat((3 << 20) - 1),
                        413,
                        "Request entity too large: limit is 3145728"),
                new Row(
                        "a custom resource that no etcd would keep",
                        "POST",
                        "/apis/example.com/v1/namespaces/default/things",
                        "application/json",
                        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"a\"},\"a\":\""
                                + LONG + LONG + "\"}",
                        413,
                        "limit is 1572864"),
                new Row(
                        "an object made too large by a merge patch",
                        "PATCH",
                        MAP,
                        merge,
                        "{\"data\":{\"b\":\"" + LONG + "\"}}",
                        422,
                        "Too long: may not be more than 1048576 bytes"),
                new Row("a merge patch too deep", "PATCH", MAP, merge, nested(600), 400, "exceeded max depth"),
                new Row("a strategic patch too deep", "PATCH", MAP, strategic, nested(600), 400, "exceeded max depth"),
                new Row(
                        "an element order for a list of a million",
                        "PATCH",
                        "/api/v1/namespaces/default",
                        strategic,
                        "{\"metadata\":{\"$setElementOrder/finalizers\":[" + "\"a\",".repeat(500_000)
                                + "\"a\"],\"finalizers\":[\"b\"]}}",
                        500,
                        "doesn't match $setElementOrder list"),
                new Row(
                        "100,000 owner references and a number",
                        "PATCH",
                        "/api/v1/namespaces/default",
                        strategic,
                        "{\"metadata\":{\"ownerReferences\":[" + "{\"uid\":\"a\"},".repeat(100_000) + "1]}}",
                        422,
                        "cannot restore struct from: int64"),
                new Row(
                        "a name of a million numbers",
                        "PATCH",
                        MAP,
                        strategic,
                        "{\"metadata\":{\"name\":[" + "1,".repeat(500_000) + "1]}}",
                        422,
                        "unrecognized type: string"),
                new Row(
                        "YAML aliases of a long text",
                        "PATCH",
                        force,
                        apply,
                        applied + "data:\n  a: &a \"" + LONG + "\"\n  b: [" + "*a, ".repeat(50_000) + "*a]\n",
                        400,
                        "the aliases up to here repeat more than 3,145,728 characters"),
                new Row(
                        "YAML aliases of aliases",
                        "PATCH",
                        force,
                        apply,
                        applied + laughs(),
                        400,
                        "aliases up to here"),
                new Row(
                        "YAML too deep",
                        "PATCH",
                        force,
                        apply,
                        applied + "data: " + "[".repeat(100_000) + "]".repeat(100_000),
                        400,
                        "nested deeper than 100 levels"),
                new Row(
                        "a million values in YAML",
                        "PATCH",
                        force,
                        apply,
                        applied + "data: [" + "0,".repeat(1_000_000) + "0]",
                        400,
                        "more than 300,000 values"),
                new Row(
                        "a quantity of a million digits",
                        "POST",
                        PODS,
                        "application/json",
                        pod("9".repeat(1_000_000)),
                        400,
                        "unable to parse numeric part of quantity"),
                new Row(
                        "a quantity beyond everything",
                        "POST",
                        PODS,
                        "application/json",
                        pod("1e999999999"),
                        400,
                        "suffix"),
                new Row(
                        "names that occur twice below one long name",
                        "POST",
                        MAPS + "?fieldValidation=Strict",
                        "application/json",
                        "{\"metadata\":{\"name\":\"a\",\"labels\":{\"" + LONG + "\":\"\"}},\"data\":{"
                                + "\"a\":\"\",".repeat(150_000) + "\"a\":\"\"}}",
                        400,
                        "strict decoding error: duplicate field"),
                new Row(
                        "100,000 unknown fields",
                        "POST",
                        MAPS + "?fieldValidation=Strict",
                        "application/json",
                        "{\"metadata\":{\"name\":\"a\"}," + numbered("\"f%d\":1", 100_000) + "}",
                        400,
                        "strict decoding error: unknown field"));
    }

    private static Row json(String name, String body, int status, String message) {
        return new Row(name, "PATCH", MAP, "application/json-patch+json", body, status, message);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void refused(Row row) {
        var answer = server.admin().with(Map.of("Content-Type", row.type())).call(row.method(), row.path(), row.body());
        var shown = answer.text().substring(0, Math.min(500, answer.text().length()));
        assertThat(answer.status()).as(shown).isEqualTo(row.status());
        assertThat(answer.message().contains(row.message())).as(shown).isTrue();
    }

    @Test
    void aCopyWithinBoundsIsMade() {
        var answer = server.admin()
                .with(Map.of("Content-Type", "application/json-patch+json"))
                .call("PATCH", MAP + "?dryRun=All", "[{\"op\":\"copy\",\"from\":\"/data/a\",\"path\":\"/data/b\"}]");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("data").path("b").asText()).hasSize(400_000);
    }

    @Test
    void warningsOfManyUnknownFieldsStaySmall() {
        var answer = server.admin()
                .post(
                        MAPS + "?dryRun=All",
                        "{\"metadata\":{\"name\":\"a\"}," + numbered("\"" + "x".repeat(100) + "%d\":1", 20_000) + "}");
        assertThat(answer.status()).isEqualTo(201);
        var warnings = answer.header("warning");
        assertThat(warnings).isNotEmpty();
        assertThat(String.join("", warnings).length()).isLessThan(20_000);
    }

    private static String pod(String cpu) {
        return "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
                + "\"resources\":{\"requests\":{\"cpu\":\"" + cpu + "\"}}}]}}";
    }

    private static String list(String format, int count) {
        return "[" + numbered(format, count) + "]";
    }

    private static String nested(int levels) {
        return "{\"a\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
    }

    private static String numbered(String format, int count) {
        var text = new StringBuilder();
        for (var i = 0; i < count; i++) text.append(i == 0 ? "" : ",").append(format.formatted(i));
        return text.toString();
    }

    private static String laughs() {
        var text = new StringBuilder("a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n");
        for (var i = 1; i < 10; i++) {
            text.append("a%d: &a%d [".formatted(i, i));
            text.append("*a%d, ".formatted(i - 1).repeat(9)).append("*a%d]\n".formatted(i - 1));
        }
        return text.toString();
    }
}
