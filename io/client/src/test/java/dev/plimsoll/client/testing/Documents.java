package dev.plimsoll.client.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import java.nio.charset.StandardCharsets;

/** Small documents. */
public final class Documents {
    private Documents() {}

    public static ObjectNode json(String text) {
        return ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    public static String pod(String name, int version, String node) {
        return """
                {"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"default","name":"%s","uid":"uid-%s",\
                "resourceVersion":"%d"},"spec":{"nodeName":"%s"}}""".formatted(name, name, version, node);
    }

    public static String list(int version, String... items) {
        return page(version, "", items);
    }

    public static String page(int version, String next, String... items) {
        return """
                {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"%d","continue":"%s"},"items":[%s]}""".formatted(version, next, String.join(",", items));
    }

    public static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}";
    }

    public static String bookmark(int version) {
        return event("BOOKMARK", "{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"" + version + "\"}}");
    }

    public static String status(int code, String reason, String message) {
        return """
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"%s","reason":"%s","code":%d}""".formatted(message, reason, code);
    }
}
