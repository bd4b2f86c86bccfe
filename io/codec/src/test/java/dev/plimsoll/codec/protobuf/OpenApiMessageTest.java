package dev.plimsoll.codec.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

// Acceptance of Kubernetes clients: openapi-protobuf
/** OpenAPI documents as messages, read back field by field with the numbers of gnostic's published form. */
class OpenApiMessageTest {
    private static final String DOCUMENT = """
            {"swagger":"2.0","info":{"title":"Kubernetes","version":"v1.37.0"},
             "paths":{"/api/v1/pods/{name}":{"patch":{
               "x-kubernetes-action":"patch",
               "parameters":[
                 {"name":"body","in":"body","schema":{"$ref":"#/definitions/Pod"}},
                 {"name":"dryRun","in":"query","type":"string"},
                 {"name":"name","in":"path","required":true,"type":"string"}],
               "responses":{"200":{"description":"OK","schema":{"$ref":"#/definitions/Pod"}}}}}},
             "definitions":{
               "Pod":{"type":"object","description":"a pod","required":["spec","kind"],
                 "properties":{"spec":{"$ref":"#/definitions/Spec"},"n":{"type":"integer","format":"int32","minimum":1.5,"maxLength":300}},
                 "x-kubernetes-group-version-kind":[{"group":"","version":"v1","kind":"Pod"}]},
               "Spec":{"type":"object","nullable":true,
                 "additionalProperties":{"type":"array","items":{"type":"string","enum":["a","b"]}}},
               "Any":{"additionalProperties":true}}}
            """;

    /** One field as it stands in a message: its number, and its text, message or number. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Entry(int number, byte[] bytes, double value) {}

    private static List<Entry> fields(byte[] message) {
        var in = new WireInput(message, 0, message.length);
        var entries = new ArrayList<Entry>();
        while (in.hasMore()) {
            var tag = in.varint();
            var number = (int) (tag >>> 3);
            entries.add(
                    switch ((int) (tag & 7)) {
                        case WireInput.VARINT -> new Entry(number, new byte[0], in.varint());
                        case WireInput.FIXED64 -> new Entry(number, new byte[0], in.fixed64());
                        default -> new Entry(number, in.message().rest(), 0);
                    });
        }
        return entries;
    }

    private static List<byte[]> all(byte[] message, int number) {
        return fields(message).stream()
                .filter(entry -> entry.number() == number)
                .map(Entry::bytes)
                .toList();
    }

    /** What is found by going from field to field. */
    private static byte[] at(byte[] message, int... path) {
        var here = message;
        for (var number : path) here = all(here, number).getFirst();
        return here;
    }

    private static String text(byte[] message, int... path) {
        return new String(at(message, path), java.nio.charset.StandardCharsets.UTF_8);
    }

    private static double value(byte[] message, int number) {
        return fields(message).stream()
                .filter(entry -> entry.number() == number)
                .findFirst()
                .orElseThrow()
                .value();
    }

    /** The value of the pair with that name. */
    private static byte[] named(byte[] message, int number, String name) {
        return all(message, number).stream()
                .filter(pair -> text(pair, 1).equals(name))
                .map(pair -> at(pair, 2))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode json(String text) throws Exception {
        return new JsonMapper().readTree(text);
    }

    @Test
    void everyPartIsWhereItsReadersLookForIt() throws Exception {
        var message = OpenApiMessage.of(json(DOCUMENT));
        assertThat(text(message, 1)).isEqualTo("2.0");
        assertThat(text(message, 2, 1)).isEqualTo("Kubernetes");
        assertThat(text(message, 2, 2)).isEqualTo("v1.37.0");
        var patch = at(named(at(message, 8), 2, "/api/v1/pods/{name}"), 8);
        assertThat(text(named(patch, 13, "x-kubernetes-action"), 2)).isEqualTo("\"patch\"\n");
        var parameters = all(patch, 8);
        assertThat(parameters).hasSize(3);
        assertThat(text(parameters.get(0), 1, 1, 5, 1)).isEqualTo("#/definitions/Pod");
        assertThat(text(parameters.get(1), 1, 2, 3, 4)).isEqualTo("dryRun");
        assertThat(text(parameters.get(1), 1, 2, 3, 6)).isEqualTo("string");
        assertThat(text(parameters.get(2), 1, 2, 4, 4)).isEqualTo("name");
        assertThat(value(at(parameters.get(2), 1, 2, 4), 1)).isEqualTo(1);
        assertThat(text(named(at(patch, 9), 1, "200"), 1, 2, 1, 1)).isEqualTo("#/definitions/Pod");
    }

    @Test
    void schemasKeepTypesReferencesBoundsAndExtensions() throws Exception {
        var definitions = at(OpenApiMessage.of(json(DOCUMENT)), 9);
        var pod = named(definitions, 1, "Pod");
        assertThat(text(pod, 22, 1)).isEqualTo("object");
        assertThat(text(pod, 4)).isEqualTo("a pod");
        assertThat(all(pod, 19)).extracting(String::new).containsExactly("spec", "kind");
        assertThat(text(named(at(pod, 25), 1, "spec"), 1)).isEqualTo("#/definitions/Spec");
        var number = named(at(pod, 25), 1, "n");
        assertThat(text(number, 2)).isEqualTo("int32");
        assertThat(value(number, 9)).isEqualTo(1.5);
        assertThat(value(number, 11)).isEqualTo(300);
        assertThat(json(text(named(pod, 31, "x-kubernetes-group-version-kind"), 2)))
                .isEqualTo(json("[{\"group\":\"\",\"version\":\"v1\",\"kind\":\"Pod\"}]"));
        var items = at(named(definitions, 1, "Spec"), 21, 1, 23, 1);
        assertThat(text(items, 22, 1)).isEqualTo("string");
        assertThat(all(items, 20).stream().map(each -> text(each, 2))).containsExactly("\"a\"\n", "\"b\"\n");
        assertThat(value(at(named(definitions, 1, "Any"), 21), 2)).isEqualTo(1);
    }

    @Test
    void whatTheFormHasNoPlaceForIsLeftOut() throws Exception {
        var spec = named(at(OpenApiMessage.of(json(DOCUMENT)), 9), 1, "Spec");
        assertThat(fields(spec)).extracting(Entry::number).containsExactlyInAnyOrder(22, 21);
    }
}
