package dev.plimsoll.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.DocumentReply;
import dev.plimsoll.apiserver.request.Encoding;
import dev.plimsoll.apiserver.request.Representation.Form;
import dev.plimsoll.apiserver.storage.EventFormat;
import dev.plimsoll.apiserver.storage.IndexedObject;
import dev.plimsoll.apiserver.storage.StoredJson;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.apiserver.verbs.GetHandler;
import dev.plimsoll.apiserver.verbs.VerbResult;
import dev.plimsoll.apiserver.verbs.WatchHandler;
import dev.plimsoll.codec.protobuf.ProtobufWriter;
import dev.plimsoll.codec.table.PartialMetadata;
import dev.plimsoll.codec.table.Tables;
import dev.plimsoll.kinds.list.ListMetadata;
import dev.plimsoll.kinds.list.ObjectList;
import dev.plimsoll.kinds.refusal.StatusObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Objects and lists in the form that the client asked for. */
final class Presentation {
    private static final String JSON = Encoding.JSON.mediaType();
    private static final List<String> PEOPLE = List.of("curl", "Wget", "Mozilla/5.0");
    private static final ApiReply.Part COMMA = new ApiReply.Part(new byte[] {','});
    private static final ApiReply.Part ROW_TAIL = new ApiReply.Part(Tables.rowTail());
    private static final ApiReply.Part BRACE = new ApiReply.Part(new byte[] {'{'});

    private final InstantSource clock;

    Presentation(InstantSource clock) {
        this.clock = clock;
    }

    ApiReply.Whole outcome(Call call, VerbResult outcome) {
        var reply = one(call, outcome.status(), outcome.bytes()).withWarnings(outcome.warnings());
        var stored = outcome.storedOrNull();
        return stored == null || !isPlain(call) ? reply : reply.showing(new ApiReply.Shown.One(stored));
    }

    /** Whether objects go out as they are stored. */
    private static boolean isPlain(Call call) {
        var representation = call.representation();
        return representation.form() == Form.OBJECT && isText(call);
    }

    /** One object. Its bytes are sent as they are, unless the client wants something else made of them. */
    ApiReply.Whole one(Call call, int status, byte[] bytes) {
        var representation = call.representation();
        var form = representation.form();
        if (isPlain(call)) return ApiReply.Whole.of(status, JSON, bytes);
        var tree = StoredJson.tree(bytes);
        if (form != Form.OBJECT && StatusObject.is(tree))
            return DocumentReply.of(status, representation.encoding(), tree);
        return tree(call, status, form == Form.OBJECT ? tree : shaped(call, tree));
    }

    private ObjectNode shaped(Call call, ObjectNode tree) {
        if (call.representation().form() == Form.PARTIAL) return PartialMetadata.of(tree);
        var metadata = ListMetadata.ofObject(tree);
        return tables(call).table(metadata, List.of(tree), clock.instant());
    }

    private static Tables tables(Call call) {
        var include = switch (call.query().text("includeObject")) {
            case "None" -> Tables.Include.NONE;
            case "Object" -> Tables.Include.OBJECT;
            default -> Tables.Include.METADATA;
        };
        return new Tables(call.kind().columns(), include);
    }

    /** With lines: for those who ask, and for browsers and tools of the command line, where people read it, unless they say otherwise. */
    private static boolean isPretty(Call call) {
        if (!call.query().text("pretty").isEmpty()) return call.query().flag("pretty");
        var agent = call.request().header("user-agent");
        return PEOPLE.stream().anyMatch(agent::startsWith);
    }

    private static ApiReply.Whole tree(Call call, int status, ObjectNode tree) {
        var encoding = call.representation().encoding();
        return encoding == Encoding.JSON && isPretty(call)
                ? ApiReply.Whole.of(status, JSON, StoredJson.pretty(tree))
                : DocumentReply.of(status, encoding, tree);
    }

    ApiReply.Whole list(Call call, GetHandler.Page page) {
        var metadata = ListMetadata.ofPage(page.revision(), page.continueToken(), page.remaining());
        return switch (call.representation().form()) {
            case OBJECT -> objects(call, page, metadata);
            case PARTIAL -> partial(call, page.objects(), metadata);
            case TABLE -> table(call, page.objects(), metadata);
        };
    }

    private static ApiReply.Whole partial(Call call, List<IndexedObject> objects, ObjectNode metadata) {
        if (!isText(call)) return tree(call, 200, PartialMetadata.list(metadata, trees(objects)));
        return written(PartialMetadata.head(metadata), objects, PartialMetadata::of, PartialMetadata.tail());
    }

    private ApiReply.Whole table(Call call, List<IndexedObject> objects, ObjectNode metadata) {
        var tables = tables(call);
        var now = clock.instant();
        if (!isText(call)) return tree(call, 200, tables.table(metadata, trees(objects), now));
        // Columns of custom resources may show anything, and a row may have the whole object.
        if (!tables.includesMetadata() || call.kind().extension() != null)
            return written(tables.head(metadata), objects, object -> tables.row(object, now), Tables.tail());
        var parts = new ArrayList<ApiReply.Part>(objects.size() * 6 + 2);
        parts.add(new ApiReply.Part(tables.head(metadata)));
        for (var i = 0; i < objects.size(); i++) {
            if (i > 0) parts.add(COMMA);
            addRow(tables, objects.get(i).object(), now, parts);
        }
        parts.add(new ApiReply.Part(Tables.tail()));
        return whole(parts);
    }

    /** The metadata, most of a row, are a part of the stored bytes and are not read. */
    private static void addRow(Tables tables, StoredObject object, Instant now, List<ApiReply.Part> parts) {
        var document = object.columns();
        if (!PartialMetadata.isStored(document)) {
            parts.add(new ApiReply.Part(StoredJson.bytes(tables.row(object.readable(), now))));
            return;
        }
        parts.add(new ApiReply.Part(tables.rowHead(document, now)));
        object.metadata((bytes, from, to) -> parts.add(new ApiReply.Part(bytes, from, to)));
        parts.add(ROW_TAIL);
    }

    private static ApiReply.Whole whole(List<ApiReply.Part> parts) {
        return new ApiReply.Whole(200, JSON, parts, ApiReply.Shown.OTHER, Map.of(), List.of());
    }

    /** Whether a list can be written object by object. */
    private static boolean isText(Call call) {
        return call.representation().encoding() == Encoding.JSON && !isPretty(call);
    }

    /** Objects in another form, each of which is made and written before the next is read: trees of all would take ten times the memory of the reply. */
    private static ApiReply.Whole written(
            byte[] head, List<IndexedObject> objects, Function<ObjectNode, ObjectNode> form, byte[] tail) {
        var parts = new ArrayList<ApiReply.Part>(objects.size() * 2 + 2);
        parts.add(new ApiReply.Part(head));
        for (var i = 0; i < objects.size(); i++) {
            if (i > 0) parts.add(COMMA);
            var shown = form.apply(objects.get(i).object().readable());
            parts.add(new ApiReply.Part(StoredJson.bytes(shown)));
        }
        parts.add(new ApiReply.Part(tail));
        return whole(parts);
    }

    private static List<ObjectNode> trees(List<IndexedObject> objects) {
        return objects.stream().map(candidate -> candidate.object().tree()).toList();
    }

    /** The objects' own bytes, one after the other. */
    private static ApiReply.Whole objects(Call call, GetHandler.Page page, ObjectNode metadata) {
        var objects = page.objects();
        var kind = call.kind();
        var encoding = call.representation().encoding();
        if (encoding == Encoding.PROTOBUF) {
            var messages = objects.stream().map(IndexedObject::message).toList();
            return ApiReply.Whole.of(
                    200,
                    encoding.mediaType(),
                    ProtobufWriter.list(kind.apiVersion(), kind.listName(), metadata, messages));
        }
        var parts = new ArrayList<ApiReply.Part>(objects.size() * 5 + 2);
        parts.add(new ApiReply.Part(ObjectList.head(kind, metadata)));
        var isTyped = kind.extension() == null;
        for (var i = 0; i < objects.size(); i++) {
            var object = objects.get(i).object();
            if (i > 0) parts.add(COMMA);
            if (isTyped) parts.add(BRACE);
            object.slices(isTyped, (bytes, from, to) -> parts.add(new ApiReply.Part(bytes, from, to)));
        }
        parts.add(new ApiReply.Part(ObjectList.tail()));
        if (!isPlain(call)) return tree(call, 200, StoredJson.tree(ApiReply.Part.joined(parts)));
        if (page.revision() == GetHandler.Page.UNVERSIONED) return whole(parts);
        var shown = new ApiReply.Shown.Listed(
                objects.stream().map(IndexedObject::object).toList(), page.revision(), page.continueToken());
        return new ApiReply.Whole(200, JSON, parts, shown, Map.of(), List.of());
    }

    /** How the objects of a watch are shown. There are no watches in YAML. */
    WatchHandler.Show show(Call call) {
        var format = call.representation().encoding() == Encoding.PROTOBUF ? EventFormat.PROTOBUF : EventFormat.JSON;
        return switch (call.representation().form()) {
            case OBJECT -> new WatchHandler.Show(format, null);
            case PARTIAL ->
                new WatchHandler.Show(
                        format,
                        (object, _) -> PartialMetadata.of(object.object().tree()));
            case TABLE -> {
                var tables = tables(call);
                yield new WatchHandler.Show(format, (object, first) -> row(tables, object, first));
            }
        };
    }

    private ObjectNode row(Tables tables, IndexedObject candidate, boolean first) {
        var tree = candidate.object().tree();
        var metadata = ListMetadata.ofObject(tree);
        return first
                ? tables.table(metadata, List.of(tree), clock.instant())
                : tables.rowsOnly(metadata, List.of(tree), clock.instant());
    }
}
