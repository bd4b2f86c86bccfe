package dev.plimsoll.codec.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.trees.RandomTrees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is read is what Jackson reads, and what is not plain is not read. */
// Acceptance of production: tables
class PlainJsonTest {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void whatIsWrittenIsReadAgainWithItsOrder() throws JsonProcessingException {
        var trees = new RandomTrees(23);
        for (var i = 0; i < 3_000; i++) {
            var tree = trees.object(5);
            var read = PlainJson.object(JsonBytes.of(tree));
            assertThat(read).isEqualTo(tree);
            assertThat(MAPPER.writeValueAsString(read)).isEqualTo(MAPPER.writeValueAsString(tree));
        }
    }

    @Test
    void ownersArePassedOverAndNothingElse() {
        var trees = new RandomTrees(24);
        for (var i = 0; i < 1_000; i++) {
            var tree = trees.object(5);
            var metadata = tree.putObject("metadata");
            metadata.put("name", "a")
                    .set("managedFields", JsonNodeFactory.instance.arrayNode().add(trees.object(4)));
            metadata.put("uid", "]}\"");
            metadata.putObject("labels").put("managedFields", "kept");
            tree.putObject("spec").putArray("managedFields").add(1);
            var rest = tree.deepCopy();
            rest.withObject("/metadata").remove("managedFields");
            assertThat(PlainJson.withoutOwners(JsonBytes.of(tree))).isEqualTo(rest);
        }
    }

    @Test
    void ownersThatDoNotEndAreLeftToOthers() {
        assertThat(PlainJson.withoutOwners(bytes("{\"metadata\":{\"managedFields\":[{\"a\":\"]\"}}}")))
                .isNull();
        assertThat(PlainJson.withoutOwners(bytes("{\"metadata\":{\"managedFields\":{}}}")))
                .isNull();
        assertThat(PlainJson.withoutOwners(bytes("{\"metadata\":{\"managedFields\":")))
                .isNull();
    }

    @Test
    void shortTextsAreKeptOnce() {
        var one = Objects.requireNonNull(
                PlainJson.object(bytes("{\"type\":\"ContainersReady\",\"uid\":\"" + "u".repeat(36) + "\"}")));
        var other = Objects.requireNonNull(
                PlainJson.object(bytes("{\"kind\":\"ContainersReady\",\"uid\":\"" + "u".repeat(36) + "\"}")));
        assertThat(other.path("kind").textValue()).isSameAs(one.path("type").textValue());
        assertThat(other.path("uid").textValue()).isNotSameAs(one.path("uid").textValue());
    }

    @Test
    void plainObjects() throws IOException {
        for (var text : List.of(
                "{}",
                "{\"a\":{},\"b\":[],\"c\":[{}]}",
                "{\"\":\"\",\"n\":null,\"t\":true,\"f\":false}",
                "{\"n\":[0,-1,2147483647,2147483648,-2147483648,-2147483649,999999999999999999]}",
                "{\"" + "n".repeat(100) + "\":\"" + "t".repeat(10_000) + "\"}",
                "{\"k:{\\\"name\\\":\\\"a\\\"}\":\"\\\\\\\"\",\"k:{\\\"name\\\":\\\"b\\\"}\":\"\\\\\"}",
                "{\"a~\":\"\u007f\"}")) {
            assertThat(PlainJson.object(bytes(text))).as(text).isEqualTo(MAPPER.readTree(text));
        }
    }

    @Test
    void everythingElseIsLeftToOthers() {
        for (var text : List.of(
                "",
                "[]",
                "1",
                "null",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,",
                "{\"a\":1,}",
                "{\"a\":[1,]}",
                "{\"a\":[1",
                "{\"a\":\"b",
                "{\"a\":1,\"a\":2}",
                "{\"a\":{\"b\":[],\"b\":[]}}",
                "{\"a\" :1}",
                " {}",
                "{} ",
                "{}{}",
                "{a:1}",
                "{\"a\":tru}",
                "{\"a\":nul",
                "{\"a\":-}",
                "{\"a\":-0}",
                "{\"a\":01}",
                "{\"a\":1.5}",
                "{\"a\":1e3}",
                "{\"a\":1000000000000000000}",
                "{\"a\":\"\\n\"}",
                "{\"a\":\"\n\"}",
                "{\"a\":\"\\",
                "{\"a\":\"\\\"}",
                "{\"a\\\"}",
                "{\"a\":\"\\/\"}",
                "{\"\\u0061\":1}",
                "{\"\u00e4\":1}",
                "{\"a\":\"\u00e4\"}",
                "{\"a\":" + "[".repeat(300) + "]".repeat(300) + "}")) {
            assertThat(PlainJson.object(bytes(text))).as(text).isNull();
        }
    }

    @Test
    void piecesOfJsonAreReadAsJacksonReadsThemOrNotAtAll() {
        var random = new RandomTrees(24);
        var pieces = List.of("{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "1", "-", "0", ".5", "true", "null", "\"");
        for (var i = 0; i < 50_000; i++) {
            var text = new StringBuilder("{\"x\":");
            for (var n = random.random().nextInt(8); n >= 0; n--) text.append(random.oneOf(pieces));
            text.append('}');
            var read = PlainJson.object(bytes(text.toString()));
            if (read == null) continue;
            assertThat(read).as(text.toString()).isEqualTo(byJackson(text.toString()));
        }
    }

    @Test
    void piecesWithSpacesAreReadAsJacksonReadsThemOrNotAtAll() {
        var random = new RandomTrees(25);
        var pieces = List.of(
                "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "1", "-", "0", "true", "null", "\"", " ", "\n", "\t\r");
        var read = 0;
        for (var i = 0; i < 100_000; i++) {
            var text = new StringBuilder("{ \"x\" :");
            for (var n = random.random().nextInt(8); n >= 0; n--) text.append(random.oneOf(pieces));
            text.append("\n}\n");
            var found = PlainJson.spaced(bytes(text.toString()));
            if (found == null) continue;
            read++;
            assertThat(found).as(text.toString()).isEqualTo(byJackson(text.toString()));
        }
        assertThat(read).isGreaterThan(1_000);
    }

    @Test
    void setsOfOwnedFieldsAreReadOnceAndCannotBeChanged() throws IOException {
        var fields = "{\"f:a\":{\".\":{},\"k:{\\\"name\\\":\\\"}{\\\"}\":{}}}";
        var text = "{\"metadata\":{\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":" + fields
                + "},{\"fieldsV1\":{}}],\"name\":\"n\"},\"spec\":{\"fieldsV1\":{}}}";
        var one = Objects.requireNonNull(PlainJson.object(bytes(text)));
        var two = Objects.requireNonNull(PlainJson.object(bytes(text)));
        assertThat(one).isEqualTo(MAPPER.readTree(text)).isEqualTo(two);
        assertThat(JsonBytes.of(one)).isEqualTo(bytes(text));
        var pointer = "/metadata/managedFields/0/fieldsV1";
        assertThat(one.at(pointer)).isSameAs(two.at(pointer));
        assertThat(one.at("/spec/fieldsV1")).isNotSameAs(two.at("/spec/fieldsV1"));
        var inner = (ObjectNode) one.at(pointer + "/f:a");
        assertThatThrownBy(() -> inner.put("x", 1)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(((ObjectNode) one.deepCopy().at(pointer)).put("x", 1)).hasSize(2);
    }

    @Test
    void whatStandsInPlaceOfASetIsReadAsItIs() throws IOException {
        for (var value : List.of(
                "[]", "null", "1", "\"x\"", "{\"a\":1}", "{\"a\":[{}]}", "{\"" + "n".repeat(5_000) + "\":{}}")) {
            var text = "{\"metadata\":{\"managedFields\":[{\"fieldsV1\":" + value + "}]}}";
            for (var i = 0; i < 2; i++)
                assertThat(PlainJson.object(bytes(text))).isEqualTo(MAPPER.readTree(text));
        }
        for (var cut : List.of("{", "{\"a", "{\"a\":{}")) {
            var text = "{\"metadata\":{\"managedFields\":[{\"fieldsV1\":" + cut;
            assertThat(PlainJson.object(bytes(text))).as(text).isNull();
        }
    }

    private static Object byJackson(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            return e;
        }
    }

    @Test
    void namesThatFallIntoOneSlotAreToldApart() {
        var object = JsonNodeFactory.instance.objectNode();
        for (var i = 0; i < 20_000; i++) object.put("name-" + i, i);
        assertThat(PlainJson.object(JsonBytes.of(object))).isEqualTo(object);
    }
}
