package dev.plimsoll.codec.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.Rfc3339;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.Unmodelled;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An object inside a document, with its path. A member of the wrong type is noted as a problem and read as absent, so that
 * one pass finds all of them.
 */
final class Cursor {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
    /** Resources of a list that is sorted without a tree. */
    private static final int FEW = 8;

    private static final SharedValues<Unmodelled> UNMODELLED = new SharedValues<>(1 << 12);

    private static final JsonNode NO_ITEMS = JsonNodeFactory.instance.arrayNode();

    private final ObjectNode node;
    private final boolean present;
    /** Where the object stands. Its text is made only when there is a problem. */
    private final @Nullable Cursor parent;

    private final String name;
    /** The place in the list of that name; -1 where it is no entry of a list. */
    private final int index;

    private final List<Read.Problem> problems;

    private Cursor(
            ObjectNode node,
            boolean present,
            @Nullable Cursor parent,
            String name,
            int index,
            List<Read.Problem> problems) {
        this.node = node;
        this.present = present;
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.problems = problems;
    }

    /** Reads a whole document with {@code reader}. */
    static <T> Read<T> read(JsonNode document, Function<Cursor, T> reader) {
        var problems = new ArrayList<Read.Problem>();
        if (!(document instanceof ObjectNode object)) {
            return new Read.Malformed<>(List.of(new Read.Problem("", "expected an object, found " + nameOf(document))));
        }
        var value = reader.apply(new Cursor(object, true, null, "", -1, problems));
        return problems.isEmpty() ? new Read.Ok<>(value) : new Read.Malformed<>(problems);
    }

    /** The same for a reader of parts whose faults are not its business to note. */
    Cursor heedless() {
        return new Cursor(node, present, parent, name, index, new ArrayList<>());
    }

    /** Whether the object itself was given; {@code null} counts as not given. */
    boolean isPresent() {
        return present;
    }

    boolean has(String name) {
        return !isAbsent(node.get(name));
    }

    boolean hasAnyOf(List<String> names) {
        for (var each : names) if (has(each)) return true;
        return false;
    }

    String text(String name) {
        var member = node.get(name);
        if (isAbsent(member)) return "";
        if (member.isTextual()) return member.textValue();
        wrong(name, "a string", member);
        return "";
    }

    /** Null where it is absent; a text that is no time is a problem. */
    @Nullable
    Instant time(String name) {
        var text = text(name);
        if (text.isEmpty()) return null;
        try {
            return Rfc3339.instant(text);
        } catch (DateTimeException _) {
            problem(name, "expected an RFC 3339 time, found \"" + text + "\"");
            return null;
        }
    }

    boolean flag(String name) {
        var member = node.get(name);
        if (isAbsent(member)) return false;
        if (member.isBoolean()) return member.booleanValue();
        wrong(name, "true or false", member);
        return false;
    }

    long integer(String name, long absent) {
        var member = node.get(name);
        if (isAbsent(member)) return absent;
        if (member.isNumber() && member.canConvertToExactIntegral() && member.canConvertToLong()) {
            return member.longValue();
        }
        wrong(name, "a whole number of 64 bits", member);
        return absent;
    }

    int smallInteger(String name) {
        var number = integer(name, 0);
        if (number == (int) number) return (int) number;
        problems.add(new Read.Problem(child(name), "expected a whole number of 32 bits, found " + number));
        return 0;
    }

    /** A number or a text, as ports are given. */
    String intOrText(String name) {
        var member = node.get(name);
        if (isAbsent(member)) return "";
        if (member.isTextual()) return member.textValue();
        if (member.isIntegralNumber()) return member.asText();
        wrong(name, "a whole number or a string", member);
        return "";
    }

    List<Integer> smallIntegers(String name) {
        var items = items(name);
        var values = new ArrayList<Integer>(items.size());
        for (var i = 0; i < items.size(); i++) {
            var item = items.get(i);
            if (item.isIntegralNumber() && item.canConvertToInt()) values.add(item.intValue());
            else wrongItem(name, i, "a whole number of 32 bits", item);
        }
        return values;
    }

    Cursor object(String name) {
        var member = node.get(name);
        if (isAbsent(member)) return new Cursor(NOTHING, false, this, name, -1, problems);
        if (member instanceof ObjectNode object) return new Cursor(object, true, this, name, -1, problems);
        wrong(name, "an object", member);
        return new Cursor(NOTHING, false, this, name, -1, problems);
    }

    <T> List<T> list(String name, Function<Cursor, T> reader) {
        var items = items(name);
        if (items.isEmpty()) return List.of();
        var values = new ArrayList<T>(items.size());
        for (var i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof ObjectNode object) {
                values.add(reader.apply(new Cursor(object, true, this, name, i, problems)));
            } else {
                wrongItem(name, i, "an object", items.get(i));
            }
        }
        return values;
    }

    List<String> texts(String name) {
        var items = items(name);
        if (items.isEmpty()) return List.of();
        var values = new ArrayList<String>(items.size());
        for (var i = 0; i < items.size(); i++) {
            var item = items.get(i);
            if (item.isTextual()) values.add(item.textValue());
            else wrongItem(name, i, "a string", item);
        }
        return values;
    }

    /** The entries of a list; none where there is no list. */
    private JsonNode items(String name) {
        var member = node.get(name);
        if (isAbsent(member)) return NO_ITEMS;
        if (member.isArray()) return member;
        wrong(name, "a list", member);
        return NO_ITEMS;
    }

    /** A map of texts, in document order. */
    Map<String, String> textMap(String name) {
        if (!has(name)) return Map.of();
        var values = new LinkedHashMap<String, String>();
        var map = object(name);
        for (var entry : map.node.properties()) {
            if (entry.getValue().isTextual())
                values.put(entry.getKey(), entry.getValue().textValue());
            else if (!entry.getValue().isNull()) map.wrongEntry(entry.getKey(), "a string", entry.getValue());
            else values.put(entry.getKey(), "");
        }
        return values;
    }

    /** A resource list as it stands in an API object: every entry rounded up to thousandths. */
    ResourceAmounts amounts(String name) {
        var map = object(name);
        if (!map.present) return ResourceAmounts.ABSENT;
        return map.node.size() > FEW ? map.manyAmounts() : map.fewAmounts();
    }

    private ResourceAmounts manyAmounts() {
        var entries = new TreeMap<ResourceName, Quantity>();
        for (var entry : node.properties()) {
            entries.put(Repeated.name(entry.getKey()), milli(entry));
        }
        return ResourceAmounts.of(entries);
    }

    /** Sorted while they are read: nearly all lists have two entries. */
    private ResourceAmounts fewAmounts() {
        var names = new ResourceName[node.size()];
        var quantities = new Quantity[names.length];
        var read = 0;
        for (var entry : node.properties()) {
            var key = Repeated.name(entry.getKey());
            var place = read++;
            for (; place > 0 && names[place - 1].compareTo(key) > 0; place--) {
                names[place] = names[place - 1];
                quantities[place] = quantities[place - 1];
            }
            names[place] = key;
            quantities[place] = milli(entry);
        }
        return ResourceAmounts.ofSorted(names, quantities);
    }

    private Quantity milli(Map.Entry<String, JsonNode> entry) {
        return quantity(entry.getKey(), entry.getValue()).roundedUpToMilli();
    }

    /** One quantity; null where there is none. */
    @Nullable
    Quantity amount(String name) {
        var member = node.path(name);
        return isAbsent(member) ? null : quantity(name, member);
    }

    private Quantity quantity(String name, JsonNode member) {
        if (member.isNull()) return Quantity.ZERO;
        if (!member.isTextual() && !member.isNumber()) {
            wrongEntry(name, "a quantity", member);
            return Quantity.ZERO;
        }
        return switch (Repeated.quantity(member.asText().strip())) {
            case ParsedQuantity.Parsed(var quantity) -> quantity;
            case ParsedQuantity.Malformed(var reason) -> {
                problems.add(new Read.Problem(entry(name), "\"" + member.asText() + "\": " + reason));
                yield Quantity.ZERO;
            }
        };
    }

    /** The names of the members that are given. */
    List<String> names() {
        var names = new ArrayList<String>();
        for (var entry : node.properties()) {
            if (!entry.getValue().isNull()) names.add(entry.getKey());
        }
        return names;
    }

    /**
     * Everything but the named members, to be compared only. Absent and null are the same. Pods of one template have it in common: it is
     * kept once for all of them, apart from the document, of which the rest is not held.
     */
    Unmodelled except(Set<String> read) {
        var rest = new HashMap<String, JsonNode>();
        for (var member : node.properties()) {
            if (!read.contains(member.getKey()) && !isAbsent(member.getValue()))
                rest.put(member.getKey(), member.getValue());
        }
        return rest.isEmpty() ? Unmodelled.NOTHING : UNMODELLED.of(new Unmodelled(rest), Cursor::copied);
    }

    /** Whoever has the document may go on to change it. */
    private static Unmodelled copied(Unmodelled unmodelled) {
        var copy = new HashMap<String, JsonNode>();
        if (unmodelled.content() instanceof Map<?, ?> members)
            members.forEach((name, value) -> copy.put((String) name, ((JsonNode) value).deepCopy()));
        return new Unmodelled(Map.copyOf(copy));
    }

    /** Notes a problem that only the reader of this object can see. */
    void problem(String name, String reason) {
        problems.add(new Read.Problem(child(name), reason));
    }

    private void wrong(String name, String expected, JsonNode found) {
        problems.add(new Read.Problem(child(name), "expected " + expected + ", found " + nameOf(found)));
    }

    private void wrongEntry(String name, String expected, JsonNode found) {
        problems.add(new Read.Problem(entry(name), "expected " + expected + ", found " + nameOf(found)));
    }

    private void wrongItem(String name, int place, String expected, JsonNode found) {
        problems.add(
                new Read.Problem(child(name) + "[" + place + "]", "expected " + expected + ", found " + nameOf(found)));
    }

    private String path() {
        if (parent == null) return "";
        var path = parent.child(name);
        return index < 0 ? path : path + "[" + index + "]";
    }

    private String entry(String key) {
        return path() + "[" + key + "]";
    }

    private String child(String name) {
        var path = path();
        return path.isEmpty() ? name : path + "." + name;
    }

    private static boolean isAbsent(@Nullable JsonNode member) {
        return member == null || member instanceof NullNode || member instanceof MissingNode;
    }

    private static String nameOf(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "a list";
            case OBJECT, POJO -> "an object";
            case STRING -> "the string \"" + shortened(node.textValue()) + "\"";
            case BOOLEAN -> node.asText();
            case NUMBER -> "the number " + shortened(node.asText());
            case NULL, MISSING -> "nothing";
            case BINARY -> "binary data";
        };
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 37) + "...";
    }
}
