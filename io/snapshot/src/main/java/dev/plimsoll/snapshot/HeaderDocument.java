package dev.plimsoll.snapshot;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.tree.DocumentFields;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file of ours says beside its objects. What is known before the objects comes before them, what is known of each kind at the end: a
 * file without it was cut off.
 */
public final class HeaderDocument {
    public static final String API_VERSION = "plimsoll.dev/v1";
    public static final String KIND = "ClusterSnapshot";

    private HeaderDocument() {}

    /** Writes the beginning of a file, up to the list of its objects. */
    public static void begin(JsonGenerator json, SnapshotHeader header) throws IOException {
        json.writeStartObject();
        json.writeStringField("apiVersion", API_VERSION);
        json.writeStringField("kind", KIND);
        json.writeStringField("serverVersion", header.serverVersion());
        json.writeStringField("taken", header.taken().map(Instant::toString).orElse(""));
        json.writeStringField("namespace", header.namespace());
        json.writeBooleanField("anonymised", header.anonymised());
        json.writeArrayFieldStart("items");
    }

    /** Writes the end of a file. */
    public static void end(JsonGenerator json, Map<ApiResource, KindState> kinds) throws IOException {
        json.writeEndArray();
        json.writeArrayFieldStart("kinds");
        for (var kind : SnapshotKinds.ALL) {
            var resource = kind.resource();
            var state = kinds.get(resource);
            if (state == null) continue;
            json.writeStartObject();
            json.writeStringField("group", resource.group());
            json.writeStringField("resource", resource.plural());
            json.writeStringField("state", state.getClass().getSimpleName());
            switch (state) {
                case KindState.Listed(var version) -> json.writeStringField("resourceVersion", version);
                case KindState.Forbidden(var why) -> json.writeStringField("why", why);
                case KindState.Unread(var why) -> json.writeStringField("why", why);
                case KindState.Given _, KindState.Missing _, KindState.NotGiven _ -> {}
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    static boolean isHeader(ObjectNode document) {
        return DocumentFields.text(document, "kind").equals(KIND);
    }

    /** Whether the file says what it is in a form that is known here. */
    static boolean isKnown(ObjectNode document) {
        return DocumentFields.text(document, "apiVersion").equals(API_VERSION);
    }

    static SnapshotHeader read(ObjectNode document) {
        var kinds = new HashMap<ApiResource, KindState>();
        for (var entry : document.path("kinds")) {
            for (var kind : SnapshotKinds.ALL) {
                var resource = kind.resource();
                if (resource.group().equals(DocumentFields.text(entry, "group"))
                        && resource.plural().equals(DocumentFields.text(entry, "resource"))) {
                    kinds.put(resource, state(entry));
                }
            }
        }
        return new SnapshotHeader(
                DocumentFields.text(document, "serverVersion"),
                time(DocumentFields.text(document, "taken")),
                DocumentFields.text(document, "namespace"),
                DocumentFields.flag(document, "anonymised"),
                kinds);
    }

    private static KindState state(JsonNode entry) {
        return switch (DocumentFields.text(entry, "state")) {
            case "Listed" -> new KindState.Listed(DocumentFields.text(entry, "resourceVersion"));
            case "Given" -> new KindState.Given();
            case "Missing" -> new KindState.Missing();
            case "Forbidden" -> new KindState.Forbidden(DocumentFields.text(entry, "why"));
            case "NotGiven" -> new KindState.NotGiven();
            default -> new KindState.Unread(DocumentFields.text(entry, "why"));
        };
    }

    private static @Nullable Instant time(String text) {
        try {
            return text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeParseException _) {
            return null; // a snapshot of unknown age
        }
    }
}
