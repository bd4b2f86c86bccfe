package dev.plimsoll.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListBodyTest {
    private static final String OWNED = """
            {"metadata":{"name":"%s","managedFields":[{"manager":"m","fieldsV1":{"f:spec":{"f:nodeName":{}}}}]},"spec":{"n":%s}}""";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<ResourceList> list(String text) {
        return new Reply(200, Map.of(), bytes(text)).content().list(ApiResource.PODS);
    }

    /** As it is read where the list is one document. */
    private static Optional<ResourceList> whole(String text) {
        return ClientJson.read(bytes(text)).map(document -> ResourceList.of(document, ApiResource.PODS));
    }

    @ParameterizedTest
    @DisplayName("whatever the text, the list is the one that is read from the whole document")
    @ValueSource(
            strings = {
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"c\"},\"items\":[]}",
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{\"a\":1},{\"b\":[{}]}]}\n",
                "{\"items\":[{\"kind\":\"Other\",\"apiVersion\":\"v2\",\"t\":\"}]\\\"\"}],\"metadata\":{}}",
                "{\"metadata\":{},\"items\":[{\"t\":\"\u00e9\",\"f\":1.50}]}",
                "{\"metadata\":{},\"items\":null}",
                "{\"metadata\":{},\"items\":[1,{\"a\":1}]}",
                "{\"metadata\":{},\"more\":{},\"items\":[{\"a\":1}]}",
                "{ \"metadata\": {}, \"items\": [ {\"a\": 1} ] }",
                "{\"metadata\":{}}",
                "{\"metadata\":{},\"items\":[{\"a\":1}]} x",
                "{\"metadata\":{},\"items\":[{\"a\":1}]",
                "{\"metadata\":{},\"items\":[{\"a\":}]}",
                "{\"metadata\":{},\"items\":[{\"a\":1},]}",
                "{\"metadata\":{},\"items\":[{\"a\":1}{\"b\":1}]}",
                "{\"metadata\":[],\"items\":[]}",
                "[]",
                ""
            })
    void sameList(String text) {
        assertThat(list(text)).isEqualTo(whole(text));
    }

    @Test
    @DisplayName(
            "what objects have in common is one object, and a text that is not plain costs only its own object that")
    void shared() {
        var text = "{\"metadata\":{},\"items\":[" + OWNED.formatted("a", "1") + "," + OWNED.formatted("b", "1.5") + ","
                + OWNED.formatted("c", "2") + "]}";
        var items = list(text).orElseThrow().items();
        assertThat(items).isEqualTo(whole(text).orElseThrow().items());
        assertThat(owned(items.get(0))).isSameAs(owned(items.get(2))).isNotSameAs(owned(items.get(1)));
    }

    private static Object owned(ObjectNode item) {
        return item.at("/metadata/managedFields/0/fieldsV1");
    }
}
