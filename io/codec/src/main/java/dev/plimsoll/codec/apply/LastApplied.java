package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.ReadJson;
import dev.plimsoll.codec.json.SortedJson;
import dev.plimsoll.codec.json.StrictJson;
import dev.plimsoll.codec.schema.KindShape;
import java.nio.charset.StandardCharsets;

/**
 * The annotation in which {@code kubectl apply} kept what it had applied, before servers noted the owners of fields. Whoever moves on
 * to server-side apply takes over what the annotation names, and as long as an object has it, it holds what was applied last.
 */
final class LastApplied {
    static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

    /** The manager that wrote the annotation on the side of the client. */
    static final String MANAGER = "kubectl";

    /** The bytes that all annotations of an object may have; a longer configuration is not kept. */
    private static final int MOST_BYTES = 256 << 10;

    private LastApplied() {}

    static boolean isKept(ObjectNode live) {
        return live.path("metadata").path("annotations").has(ANNOTATION);
    }

    /** The fields that the annotation of an object names; none if it cannot be read. */
    static FieldSet fields(ObjectNode live, KindShape kind) {
        var text = live.path("metadata").path("annotations").path(ANNOTATION).asText();
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var read = new StrictJson(Integer.MAX_VALUE, StrictJson.DEFAULT_DEPTH).read(bytes);
        if (!(read instanceof ReadJson.Tree(var root, var _)) || !(root instanceof ObjectNode config)) {
            return FieldSet.NONE;
        }
        return Contents.of(ManagedFields.without(config), kind.shape());
    }

    /** Notes in an object what was applied. */
    static void keep(ObjectNode object, ObjectNode applied) {
        if (!(object.path("metadata").get("annotations") instanceof ObjectNode annotations)) return;
        var config = SortedJson.of(applied);
        if (config.path("metadata").get("annotations") instanceof ObjectNode own) own.remove(ANNOTATION);
        var text = config + "\n";
        var bytes = text.getBytes(StandardCharsets.UTF_8).length;
        for (var entry : annotations.properties()) {
            if (entry.getKey().equals(ANNOTATION)) continue;
            bytes += entry.getKey().length() + entry.getValue().asText().getBytes(StandardCharsets.UTF_8).length;
        }
        annotations.put(ANNOTATION, bytes > MOST_BYTES ? "" : text);
    }
}
