package dev.plimsoll.codec.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An object that is about to become a row: short ways to what columns show. Absent and null are the same. */
final class TableRow {
    static final String NONE = "<none>";

    private final JsonNode object;
    private final Instant now;
    private @Nullable PodSummary pod;

    TableRow(JsonNode object, Instant now) {
        this.object = object;
        this.now = now;
    }

    JsonNode object() {
        return object;
    }

    Instant now() {
        return now;
    }

    /** What the containers of a pod look like, which several columns show. */
    PodSummary pod() {
        if (pod == null) pod = PodSummary.of(this);
        return pod;
    }

    /** The value at names separated by dots; of a list, an entry by its number. */
    JsonNode at(String path) {
        return at(object, path);
    }

    static JsonNode at(JsonNode node, String path) {
        var found = node;
        for (var from = 0; from <= path.length(); ) {
            var dot = path.indexOf('.', from);
            var end = dot < 0 ? path.length() : dot;
            var name = path.substring(from, end);
            found = found.isArray() && name.equals("0") ? found.path(0) : found.path(name);
            from = end + 1;
        }
        return found;
    }

    String text(String path) {
        return text(at(path));
    }

    static String text(JsonNode node) {
        return node.isValueNode() && !node.isNull() ? node.asText() : "";
    }

    String textOr(String path, String absent) {
        var text = text(path);
        return text.isEmpty() ? absent : text;
    }

    long number(String path) {
        return at(path).asLong(0);
    }

    boolean has(String path) {
        return isGiven(at(path));
    }

    static boolean isGiven(JsonNode node) {
        return !node.isMissingNode() && !node.isNull();
    }

    String age(String path) {
        return Age.since(text(path), now);
    }

    /** The texts that each entry of a list has under a name, with commas between them. */
    String joined(String list, String name) {
        var texts = new ArrayList<String>();
        for (var item : at(list)) texts.add(text(item.path(name)));
        return String.join(",", texts);
    }

    static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        for (var item : list) texts.add(text(item));
        return texts;
    }

    /** A map as {@code a=b,c=d}, sorted. */
    String pairs(String path) {
        var pairs = new TreeMap<String, String>();
        for (var entry : at(path).properties()) pairs.put(entry.getKey(), text(entry.getValue()));
        if (pairs.isEmpty()) return NONE;
        return String.join(",", pairs.entrySet().stream().map(Object::toString).toList());
    }

    /** The status of a condition, if the object has it. */
    Optional<String> condition(String type) {
        for (var condition : at("status.conditions")) {
            if (text(condition.path("type")).equals(type)) return Optional.of(text(condition.path("status")));
        }
        return Optional.empty();
    }

    boolean isTrue(String condition) {
        return condition(condition).filter("True"::equals).isPresent();
    }
}
