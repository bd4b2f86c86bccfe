package dev.plimsoll.benchmarks.snapshot;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What all generated objects have: names, times, and what a server notes about who wrote which field. */
final class GeneratedDocument {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final ObjectNode FIELDS = fields();

    private GeneratedDocument() {}

    static ObjectNode of(String apiVersion, String kind, String namespace, String name) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("apiVersion", apiVersion).put("kind", kind);
        var metadata = document.putObject("metadata");
        metadata.put("name", name);
        if (!namespace.isEmpty()) metadata.put("namespace", namespace);
        metadata.put("uid", uid(kind, namespace, name))
                .put("resourceVersion", Integer.toString(Math.floorMod((namespace + name).hashCode(), 10_000_000)))
                .put("creationTimestamp", time(Math.floorMod(name.hashCode(), 100_000)));
        metadata.putArray("managedFields")
                .addObject()
                .put("manager", "kube-controller-manager")
                .put("operation", "Update")
                .put("apiVersion", apiVersion)
                .put("time", time(100))
                .put("fieldsType", "FieldsV1")
                .set("fieldsV1", FIELDS);
        return document;
    }

    static String uid(String kind, String namespace, String name) {
        return UUID.nameUUIDFromBytes((kind + "/" + namespace + "/" + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    static String time(long seconds) {
        return START.plusSeconds(seconds).toString();
    }

    static void owner(ObjectNode document, String apiVersion, String kind, String name) {
        var metadata = document.withObject("/metadata");
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", name)
                .put("uid", uid(kind, metadata.path("namespace").asText(), name))
                .put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    /** About as long as the managed fields of a pod with one container are. */
    private static ObjectNode fields() {
        var fields = JsonNodeFactory.instance.objectNode();
        for (var part : List.of("f:metadata", "f:spec", "f:status")) {
            var members = fields.putObject(part);
            for (var i = 0; i < 24; i++) {
                members.putObject("f:member" + i)
                        .putObject("k:{\"type\":\"Value" + i + "\"}")
                        .putObject("f:" + i);
            }
        }
        return fields;
    }
}
