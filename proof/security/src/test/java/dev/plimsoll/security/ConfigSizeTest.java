package dev.plimsoll.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What ConfigMaps, Secrets and annotations may hold. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConfigSizeTest {
    private static final String NAMESPACE = "/api/v1/namespaces/default/";
    private static final int MIB = 1 << 20;
    private static final String SHAPE =
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  "
                    + "or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

    private final SecureServer server = new SecureServer();

    @AfterAll
    void close() {
        server.close();
        assertThat(server.defects()).isEmpty();
    }

    /** What is sent under {@code metadata.name: a}; an empty message means that it is accepted. */
    record Row(String name, String resource, String members, String message) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(keys(), sizes(), types()).flatMap(each -> each);
    }

    private static Stream<Row> keys() {
        var long254 = "k".repeat(254);
        return Stream.of(
                map("letters, digits, dashes, dots and underscores", "{'a-B_3.x':''}", ""),
                map("an empty key", "{'':''}", "data[]: Invalid value: \"\": " + SHAPE),
                map("a slash", "{'a/b':''}", "data[a/b]: Invalid value: \"a/b\": " + SHAPE),
                map("the folder itself", "{'.':''}", "data[.]: Invalid value: \".\": must not be '.'"),
                map("the folder above", "{'..':''}", "data[..]: Invalid value: \"..\": must not be '..'"),
                map("what starts like it", "{'..a':''}", "data[..a]: Invalid value: \"..a\": must not start with '..'"),
                map("a hidden file", "{'.a':''}", ""),
                map(
                        "254 characters",
                        "{'" + long254 + "':''}",
                        "data[" + long254 + "]: Invalid value: \"" + long254
                                + "\": must be no more than 253 characters"),
                new Row(
                        "a key of binary data",
                        "configmaps",
                        "'binaryData':{'..a':''}",
                        "binaryData[..a]: Invalid value: \"..a\": must not start with '..'"),
                new Row(
                        "the same key in both",
                        "configmaps",
                        "'data':{'a':'b'},'binaryData':{'a':'YQ=='}",
                        "data[a]: Invalid value: \"a\": duplicate of key present in binaryData"),
                new Row(
                        "a key of a Secret",
                        "secrets",
                        "'data':{'../x':'YQ=='}",
                        "[data[../x]: Invalid value: \"../x\": " + SHAPE
                                + ", data[../x]: Invalid value: \"../x\": must not start with '..']"),
                new Row(
                        "a key of a Secret's texts",
                        "secrets",
                        "'stringData':{'..':'a'}",
                        "data[..]: Invalid value: \"..\": must not be '..'"));
    }

    private static Stream<Row> sizes() {
        var large = "[]: Too long: may not be more than 1048576 bytes";
        var half = "x".repeat(MIB / 2);
        var base64 = "A".repeat(MIB / 3 * 4);
        return Stream.of(
                map("1 MiB", "{'a':'" + half + half + "'}", ""),
                map("1 MiB and a byte", "{'a':'" + half + "','b':'" + half + "x'}", large),
                map("1 MiB of two-byte characters and one more", "{'a':'" + "é".repeat(MIB / 2) + "x'}", large),
                new Row(
                        "texts and binary data together",
                        "configmaps",
                        "'data':{'a':'" + half + half + "'},'binaryData':{'b':'YQ=='}",
                        large),
                new Row("a Secret of 1 MiB", "secrets", "'data':{'a':'" + base64 + "'}", ""),
                new Row(
                        "a Secret of more",
                        "secrets",
                        "'data':{'a':'" + base64 + "','b':'YWFh'}",
                        "data: Too long: may not be more than 1048576 bytes"),
                annotated("annotations of 256 KiB", "configmaps", 262_143, ""),
                annotated(
                        "annotations of more",
                        "configmaps",
                        262_144,
                        "metadata.annotations: Too long: may not be more than 262144 bytes"),
                annotated(
                        "annotations of a Pod",
                        "pods",
                        262_144,
                        "metadata.annotations: Too long: may not be more than 262144 bytes"),
                annotated(
                        "annotations of a ServiceAccount",
                        "serviceaccounts",
                        262_144,
                        "metadata.annotations: Too long: may not be more than 262144 bytes"),
                new Row(
                        "annotations of a template",
                        "deployments",
                        "'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'},"
                                + "'annotations':{'a':'" + "x".repeat(262_144)
                                + "'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}",
                        "spec.template.annotations: Too long: may not be more than 262144 bytes"));
    }

    private static Stream<Row> types() {
        return Stream.of(
                secret("dockercfg", "", "data[.dockercfg]: Required value"),
                secret(
                        "dockerconfigjson",
                        "'.dockerconfigjson':'x'",
                        "data[.dockerconfigjson]: Invalid value: \"<secret contents redacted>\": invalid character 'x' looking"
                                + " for beginning of value"),
                secret("dockerconfigjson", "'.dockerconfigjson':'{}'", ""),
                secret("basic-auth", "", "[data[username]: Required value, data[password]: Required value]"),
                secret("basic-auth", "'password':''", ""),
                secret("ssh-auth", "'ssh-privatekey':''", "data[ssh-privatekey]: Required value"),
                secret("ssh-auth", "'ssh-privatekey':'x'", ""),
                secret("tls", "'tls.crt':''", "data[tls.key]: Required value"),
                secret("tls", "'tls.crt':'','tls.key':''", ""),
                secret(
                        "service-account-token",
                        "",
                        "metadata.annotations[kubernetes.io/service-account.name]: Required value"));
    }

    private static Row map(String name, String data, String message) {
        return new Row(name, "configmaps", "'data':" + data, message);
    }

    private static Row annotated(String name, String resource, int bytes, String message) {
        var spec = resource.equals("pods") ? ",'spec':{'containers':[{'name':'c','image':'i'}]}" : "";
        return new Row(
                name,
                resource,
                "'metadata':{'name':'a','annotations':{'a':'" + "x".repeat(bytes) + "'}}" + spec,
                message);
    }

    private static Row secret(String type, String texts, String message) {
        return new Row(
                type + " with {" + texts + "}",
                "secrets",
                "'type':'kubernetes.io/" + type + "','stringData':{" + texts + "}",
                message);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void creation(Row row) {
        var members =
                row.members().startsWith("'metadata'") ? row.members() : "'metadata':{'name':'a'}," + row.members();
        var answer = server.admin()
                .post(
                        (row.resource().equals("deployments") ? "/apis/apps/v1/namespaces/default/" : NAMESPACE)
                                + row.resource() + "?dryRun=All",
                        ("{" + members + "}").replace('\'', '"'));
        var shown = answer.text().substring(0, Math.min(500, answer.text().length()));
        assertThat(answer.status()).as(shown).isEqualTo(row.message().isEmpty() ? 201 : 422);
        if (row.message().isEmpty()) return;
        assertThat(answer.message().endsWith("\"a\" is invalid: " + row.message()))
                .as(shown)
                .isTrue();
    }

    @Test
    void whatIsImmutableStaysAsItIs() {
        var maps = NAMESPACE + "configmaps";
        var created = server.admin()
                .post(maps, "{\"metadata\":{\"name\":\"frozen\"},\"immutable\":true,\"data\":{\"a\":\"b\"}}");
        assertThat(created.status()).isEqualTo(201);
        var map = maps + "/frozen";
        refused(map, "{\"data\":{\"a\":\"c\"}}", "data: Forbidden: field is immutable when `immutable` is set");
        refused(
                map,
                "{\"binaryData\":{\"b\":\"YQ==\"}}",
                "binaryData: Forbidden: field is immutable when `immutable` is set");
        refused(map, "{\"immutable\":false}", "immutable: Forbidden: field is immutable when `immutable` is set");
        refused(map, "{\"immutable\":null}", "immutable: Forbidden: field is immutable when `immutable` is set");
        assertThat(server.admin()
                        .patch(map, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .status())
                .isEqualTo(200);
        assertThat(server.admin().delete(map).status()).isEqualTo(200);
    }

    @Test
    void aSecretKeepsItsType() {
        var secrets = NAMESPACE + "secrets";
        var created = server.admin()
                .post(secrets, "{\"metadata\":{\"name\":\"s\"},\"immutable\":true,\"stringData\":{\"a\":\"b\"}}");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.json().path("data").path("a").asText()).isEqualTo("Yg==");
        refused(secrets + "/s", "{\"type\":\"other\"}", "type: Invalid value: \"other\": field is immutable");
        refused(
                secrets + "/s",
                "{\"stringData\":{\"a\":\"c\"}}",
                "data: Forbidden: field is immutable when `immutable` is set");
    }

    private void refused(String path, String patch, String message) {
        var answer = server.admin().patch(path, patch);
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.message()).endsWith("is invalid: " + message);
    }
}
