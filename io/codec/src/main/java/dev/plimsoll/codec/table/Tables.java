package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Tables of objects, as {@code kubectl get} shows them. */
public final class Tables {
    /** What a row carries of its object: the {@code includeObject} parameter. */
    public enum Include {
        NONE,
        METADATA,
        OBJECT
    }

    private static final byte[] TAIL = {']', '}'};
    private static final byte[] OBJECT = ",\"object\":{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":"
            .formatted(PartialMetadata.KIND, PartialMetadata.API_VERSION)
            .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ROW_TAIL = {'}', '}'};

    private final Columns columns;
    private final Include include;

    public Tables(Columns columns, Include include) {
        this.columns = columns;
        this.include = include;
    }

    /** The table with the metadata of the list; of a single object, those have its resource version only. */
    public ObjectNode table(JsonNode listMetadata, List<? extends JsonNode> objects, Instant now) {
        var table = rowsOnly(listMetadata, objects, now);
        for (var column : columns.all()) table.withArray("columnDefinitions").add(column.definition());
        return table;
    }

    /** The same without definitions of columns, for all but the first event of a watch. */
    public ObjectNode rowsOnly(JsonNode listMetadata, List<? extends JsonNode> objects, Instant now) {
        var table = JsonNodeFactory.instance.objectNode();
        table.put("kind", "Table");
        table.put("apiVersion", PartialMetadata.API_VERSION);
        table.set("metadata", listMetadata);
        table.putArray("columnDefinitions");
        var rows = table.putArray("rows");
        for (var object : objects) rows.add(row(object, now));
        return table;
    }

    /**
     * How the text of a table begins; its rows follow, with commas between them, and {@link #tail()}. A table of many objects is written in
     * this way, so that no more than one of them is in memory as a tree.
     */
    public byte[] head(JsonNode listMetadata) {
        var empty = JsonBytes.of(table(listMetadata, List.of(), Instant.EPOCH));
        return Arrays.copyOf(empty, empty.length - TAIL.length);
    }

    /** How the text of a table ends. */
    public static byte[] tail() {
        return TAIL.clone();
    }

    /**
     * The text of a row with metadata up to those of its object, which follow as they are stored, and then {@link #rowTail()}. Of the object
     * no more is read than columns show: not the fields that managers own.
     */
    public byte[] rowHead(JsonNode object, Instant now) {
        var cells = JsonBytes.of(cells(object, now));
        var head = Arrays.copyOf(cells, cells.length - 1 + OBJECT.length);
        System.arraycopy(OBJECT, 0, head, cells.length - 1, OBJECT.length);
        return head;
    }

    /** How the text of a row with metadata ends. */
    public static byte[] rowTail() {
        return ROW_TAIL.clone();
    }

    /** Whether rows carry the metadata of their objects. */
    public boolean includesMetadata() {
        return include == Include.METADATA;
    }

    /** The row of an object, which shares parts of the object's tree. */
    public ObjectNode row(JsonNode object, Instant now) {
        var row = cells(object, now);
        row.set(
                "object",
                switch (include) {
                    case NONE -> row.nullNode();
                    case METADATA -> PartialMetadata.of(object);
                    case OBJECT -> object;
                });
        return row;
    }

    private ObjectNode cells(JsonNode object, Instant now) {
        var row = JsonNodeFactory.instance.objectNode();
        var source = new TableRow(object, now);
        var cells = row.putArray("cells");
        for (var column : columns.all()) cells.add(column.cell().apply(source));
        var phase = source.text("status.phase");
        if (columns.isCompletable() && phase.equals("Succeeded")) {
            completed(row, phase, "The pod has completed successfully.");
        }
        if (columns.isCompletable() && phase.equals("Failed")) completed(row, phase, "The pod failed.");
        return row;
    }

    private static void completed(ObjectNode row, String phase, String message) {
        var condition = row.putArray("conditions").addObject();
        condition.put("type", "Completed").put("status", "True");
        condition.put("reason", phase).put("message", message);
    }
}
