package dev.plimsoll.scheduler.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The members of an object in a configuration: each is asked for by name, and those that nobody asked for are problems. */
final class ConfigurationMembers {
    private final ObjectNode object;
    private final String path;
    private final List<String> problems;
    private final Set<String> asked = new HashSet<>();

    ConfigurationMembers(ObjectNode object, String path, List<String> problems) {
        this.object = object;
        this.path = path;
        this.problems = problems;
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private JsonNode member(String name) {
        asked.add(name);
        return object.path(name);
    }

    boolean has(String name) {
        var member = member(name);
        return !member.isMissingNode() && !member.isNull();
    }

    JsonNode raw(String name) {
        return member(name);
    }

    String text(String name, String absent) {
        if (!has(name)) return absent;
        if (!member(name).isTextual()) problem(name, "expected a string");
        return member(name).asText();
    }

    boolean flag(String name, boolean absent) {
        if (!has(name)) return absent;
        if (!member(name).isBoolean()) problem(name, "expected true or false");
        return member(name).asBoolean();
    }

    int number(String name, int absent, int least, int most) {
        if (!has(name)) return absent;
        var member = member(name);
        if (!member.canConvertToInt() || !member.isIntegralNumber()) {
            problem(name, "expected a whole number");
            return absent;
        }
        var value = member.intValue();
        if (value >= least && value <= most) return value;
        problem(name, "expected a number from " + least + " to " + most + ", found " + value);
        return absent;
    }

    /** Text such as {@code 15s}. */
    Duration duration(String name, Duration absent) {
        var text = text(name, "");
        if (text.isEmpty()) return absent;
        try {
            return Duration.parse("PT" + text.toUpperCase(Locale.ROOT).replaceAll("(\\d+)MS", "0.$1S"));
        } catch (DateTimeException _) {
            problem(name, "expected a duration such as 15s, found \"" + text + "\"");
            return absent;
        }
    }

    /** An object; an empty one where there is none. */
    ConfigurationMembers object(String name) {
        if (has(name) && member(name) instanceof ObjectNode found)
            return new ConfigurationMembers(found, at(name), problems);
        if (has(name)) problem(name, "expected an object");
        return new ConfigurationMembers(JsonNodeFactory.instance.objectNode(), at(name), problems);
    }

    List<ConfigurationMembers> list(String name) {
        var items = new ArrayList<ConfigurationMembers>();
        if (!has(name)) return items;
        if (!member(name).isArray()) problem(name, "expected a list");
        for (var i = 0; i < member(name).size(); i++) {
            if (member(name).get(i) instanceof ObjectNode found) {
                items.add(new ConfigurationMembers(found, at(name) + "[" + i + "]", problems));
            } else {
                problem(name + "[" + i + "]", "expected an object");
            }
        }
        return items;
    }

    List<String> texts(String name) {
        var items = new ArrayList<String>();
        for (var item : member(name)) items.add(item.asText());
        return items;
    }

    void problem(String name, String why) {
        problems.add(at(name) + ": " + why);
    }

    /** Says which members nobody asked for. */
    void end() {
        for (var entry : object.properties()) {
            if (!asked.contains(entry.getKey())) problem(entry.getKey(), "not supported by this scheduler");
        }
    }
}
