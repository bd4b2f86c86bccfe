package dev.plimsoll.apiserver.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.http.Representation.Form;
import dev.plimsoll.apiserver.storage.Candidate;
import dev.plimsoll.apiserver.storage.Json;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.apiserver.verbs.Outcome;
import dev.plimsoll.apiserver.verbs.Reading;
import dev.plimsoll.apiserver.verbs.Watching;
import dev.plimsoll.codec.table.PartialMetadata;
import dev.plimsoll.codec.table.Tables;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Objects and lists in the form that the client asked for. */
final class Presentation {
    static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final byte[] COMMA = {','};

    private final InstantSource clock;

    Presentation(InstantSource clock) {
        this.clock = clock;
    }

    ApiReply.Whole outcome(Call call, Outcome outcome) {
        return one(call, outcome.status(), outcome.bytes()).withWarnings(outcome.warnings());
    }

    /** One object. Its bytes are sent as they are, unless the client wants something else made of them. */
    ApiReply.Whole one(Call call, int status, byte[] bytes) {
        var form = call.representation().form();
        if (form == Form.OBJECT && !call.representation().yaml()) {
            return ApiReply.Whole.of(status, JSON, call.query().flag("pretty") ? Json.pretty(Json.tree(bytes)) : bytes);
        }
        var tree = Json.tree(bytes);
        if (form != Form.OBJECT && tree.path("kind").asText().equals("Status")) {
            return ApiReply.Whole.of(status, JSON, bytes);
        }
        return tree(call, status, form == Form.OBJECT ? tree : shaped(call, tree));
    }

    private ObjectNode shaped(Call call, ObjectNode tree) {
        if (call.representation().form() == Form.PARTIAL) return PartialMetadata.of(tree);
        var metadata = JsonNodeFactory.instance.objectNode();
        metadata.set("resourceVersion", tree.path("metadata").path("resourceVersion"));
        return tables(call).table(metadata, List.of(tree), clock.instant());
    }

    private static Tables tables(Call call) {
        var include = switch (call.query().text("includeObject")) {
            case "None" -> Tables.Include.NONE;
            case "Object" -> Tables.Include.OBJECT;
            default -> Tables.Include.METADATA;
        };
        var extension = call.kind().extension();
        return extension == null
                ? new Tables(call.kind().apiVersion(), call.kind().name(), include)
                : new Tables(extension.columns(), include);
    }

    private static ApiReply.Whole tree(Call call, int status, ObjectNode tree) {
        return call.representation().yaml()
                ? ApiReply.Whole.of(status, YAML, YamlWriter.bytes(tree))
                : ApiReply.Whole.of(status, JSON, call.query().flag("pretty") ? Json.pretty(tree) : Json.bytes(tree));
    }

    ApiReply.Whole list(Call call, Reading.Page page) {
        var metadata = JsonNodeFactory.instance.objectNode();
        metadata.put("resourceVersion", Long.toString(page.revision()));
        if (!page.continueToken().isEmpty()) metadata.put("continue", page.continueToken());
        if (page.remaining() >= 0) metadata.put("remainingItemCount", page.remaining());
        return switch (call.representation().form()) {
            case OBJECT -> objects(call, page.objects(), metadata);
            case PARTIAL -> tree(call, 200, PartialMetadata.list(metadata, trees(page.objects())));
            case TABLE -> tree(call, 200, tables(call).table(metadata, trees(page.objects()), clock.instant()));
        };
    }

    private static List<ObjectNode> trees(List<Candidate> objects) {
        return objects.stream().map(candidate -> candidate.object().tree()).toList();
    }

    /** The objects' own bytes, one after the other. */
    private static ApiReply.Whole objects(Call call, List<Candidate> objects, ObjectNode metadata) {
        var parts = new ArrayList<byte[]>(objects.size() * 2 + 2);
        var head = "{\"kind\":\"" + call.kind().listName() + "\",\"apiVersion\":\""
                + call.kind().apiVersion() + "\",\"metadata\":" + metadata + ",\"items\":[";
        parts.add(head.getBytes(StandardCharsets.UTF_8));
        for (var i = 0; i < objects.size(); i++) {
            if (i > 0) parts.add(COMMA);
            parts.add(objects.get(i).object().bytes());
        }
        parts.add("]}".getBytes(StandardCharsets.UTF_8));
        var reply = new ApiReply.Whole(200, JSON, parts, Map.of(), List.of());
        return call.representation().yaml() || call.query().flag("pretty")
                ? tree(call, 200, Json.tree(joined(reply)))
                : reply;
    }

    private static byte[] joined(ApiReply.Whole reply) {
        var bytes = new ByteArrayOutputStream();
        for (var part : reply.parts()) bytes.writeBytes(part);
        return bytes.toByteArray();
    }

    /** How the objects of a watch are shown. */
    Watching.Show show(Call call) {
        return switch (call.representation().form()) {
            case OBJECT -> Watching.Show.PLAIN;
            case PARTIAL ->
                (candidate, _) ->
                        Json.bytes(PartialMetadata.of(candidate.object().tree()));
            case TABLE -> {
                var tables = tables(call);
                yield (candidate, first) -> Json.bytes(row(tables, candidate, first));
            }
        };
    }

    private ObjectNode row(Tables tables, Candidate candidate, boolean first) {
        var tree = candidate.object().tree();
        var metadata = JsonNodeFactory.instance.objectNode();
        metadata.set("resourceVersion", tree.path("metadata").path("resourceVersion"));
        return first
                ? tables.table(metadata, List.of(tree), clock.instant())
                : tables.rowsOnly(metadata, List.of(tree), clock.instant());
    }
}
