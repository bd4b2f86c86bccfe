package dev.plimsoll.snapshot;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.snapshot.tree.BoundedInput;
import dev.plimsoll.snapshot.tree.SharedTrees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the objects of a text as it is read: single ones, lists of any kind and lists in lists, one after the other. kubectl writes the
 * items of a list before its kind, so that whatever has {@code items} is taken for a list.
 */
final class JsonScanner {
    private static final int DEEPEST_LIST = 8;
    private static final String ITEMS = "items";
    private static final String LIST_SUFFIX = "List";

    private final JsonParser parser;
    private final SharedTrees trees;
    private final ListedItems taken;
    private final Runnable beforeObject;

    /** @param beforeObject is called where an object begins */
    JsonScanner(JsonParser parser, SharedTrees trees, ListedItems taken, Runnable beforeObject) {
        this.parser = parser;
        this.trees = trees;
        this.taken = taken;
        this.beforeObject = beforeObject;
    }

    /** An object without a kind, and what is wrong with it. */
    private record Untyped(ObjectNode object, List<String> problems) {}

    void scan() throws IOException {
        trees.begin();
        while (parser.nextToken() != null) {
            var untyped = new ArrayList<Untyped>();
            value(0, untyped);
            for (var each : untyped) taken.object(each.object(), each.problems());
        }
    }

    /** @param untyped takes objects without a kind, which the list around them may know */
    private void value(int depth, List<Untyped> untyped) throws IOException {
        if (depth > DEEPEST_LIST)
            throw new BoundedInput.TooMuchException("lists are nested deeper than " + DEEPEST_LIST);
        beforeObject.run();
        switch (parser.currentToken()) {
            case START_OBJECT -> object(depth, untyped);
            case START_ARRAY -> {
                while (parser.nextToken() != JsonToken.END_ARRAY) value(depth + 1, untyped);
            }
            default -> taken.stranger(trees.read(parser, ""));
        }
    }

    private void object(int depth, List<Untyped> untyped) throws IOException {
        var names = new ArrayList<String>();
        var values = new ArrayList<JsonNode>();
        var items = new ArrayList<Untyped>();
        var isList = false;
        for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (parser.nextToken() == JsonToken.START_ARRAY && name.equals(ITEMS)) {
                isList = true;
                while (parser.nextToken() != JsonToken.END_ARRAY) value(depth + 1, items);
            } else {
                names.add(name);
                values.add(trees.read(parser, name));
            }
        }
        var object = trees.object(names, values);
        var problems = trees.takeProblems();
        if (isList) list(object, items);
        else if (object.path("kind").isMissingNode() && depth > 0) untyped.add(new Untyped(object, problems));
        else taken.object(object, problems);
    }

    /** Items as the API lists them do not say what they are: the list does. */
    private void list(ObjectNode list, List<Untyped> untyped) {
        var kind = list.path("kind").asText();
        var isTyped = kind.endsWith(LIST_SUFFIX);
        for (var item : untyped) {
            taken.object(isTyped ? typed(item.object(), list, kind) : item.object(), item.problems());
        }
        taken.list(list);
    }

    private ObjectNode typed(ObjectNode item, ObjectNode list, String kind) {
        var names = new ArrayList<>(List.of("apiVersion", "kind"));
        var values = new ArrayList<JsonNode>(List.of(
                list.path("apiVersion"), TextNode.valueOf(kind.substring(0, kind.length() - LIST_SUFFIX.length()))));
        for (var member : item.properties()) {
            if (names.contains(member.getKey())) continue;
            names.add(member.getKey());
            values.add(member.getValue());
        }
        return trees.object(names, values);
    }
}
