package dev.plimsoll.kinds.rules;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Events, which are stored as those of the core group: there an event without a time of its own is only asked where it happened. The
 * newer group asks for more.
 */
public final class EventRules {
    private static final int TEXT_BYTES = 128;
    private static final int NOTE_BYTES = 1024;
    private static final List<String> TYPES = List.of("Normal", "Warning");

    private EventRules() {}

    /** How a group calls the fields. */
    public record Names(String subject, String reporter, String note) {
        public static final Names CORE = new Names("involvedObject", "reportingComponent", "message");
        public static final Names NEWER = new Names("regarding", "reportingController", "note");
    }

    /** What both groups ask. */
    public static void check(FieldValue event, Names names, Findings found) {
        var namespace = event.field("metadata").field("namespace").text();
        // Messages name the fields as the core group does.
        var subject = FieldValue.at(
                "involvedObject.namespace",
                event.field(names.subject()).field("namespace").node());
        if (!event.field("eventTime").isGiven()) {
            var expected = subject.isEmpty() ? "default" : subject.text();
            if (!namespace.equals(expected)) found.invalid(subject, "does not match event.namespace");
            return;
        }
        if (subject.isEmpty() && !List.of("default", "kube-system").contains(namespace)) {
            found.invalid(subject, "does not match event.namespace");
        }
        var reporter = event.field(names.reporter());
        if (reporter.isEmpty()) found.required(reporter);
        NameRules.qualifiedName(reporter, found);
        for (var field : List.of("reportingInstance", "action", "reason")) {
            var text = event.field(field);
            if (text.isEmpty()) found.required(text);
            if (bytes(text) > TEXT_BYTES) found.invalidShown(text, "\"\"", "can have at most 128 characters");
        }
        if (bytes(event.field(names.note())) > NOTE_BYTES) {
            found.invalidShown(FieldValue.at("message", event.node()), "\"\"", "can have at most 1024 bytes");
        }
    }

    /** A series begins with the second event of its kind. */
    private static void series(FieldValue series, Findings found) {
        if (!series.isGiven()) return;
        if (series.field("count").number() < 2) {
            found.invalidShown(series.field("count"), "\"\"", "should be at least 2");
        }
        if (!series.field("lastObservedTime").isGiven()) found.required(series.field("lastObservedTime"));
    }

    private static int bytes(FieldValue text) {
        return text.text().getBytes(StandardCharsets.UTF_8).length;
    }

    /** What only the newer group asks of a new event. */
    public static void checkNewer(FieldValue event, Findings found) {
        series(event.field("series"), found);
        if (!event.field("eventTime").isGiven()) found.required(event.field("eventTime"));
        var type = event.field("type");
        if (!TYPES.contains(type.text())) found.invalidShown(type, "\"\"", "has invalid value: " + type.text());
        for (var field : List.of("FirstTimestamp", "LastTimestamp", "Count")) {
            var old = event.field("deprecated" + field);
            if (!old.isGiven() || (old.node().isNumber() && old.number() == 0)) continue;
            var name = Character.toLowerCase(field.charAt(0)) + field.substring(1);
            found.invalidShown(FieldValue.at(name, old.node()), "\"\"", "needs to be unset");
        }
        var source = event.field("deprecatedSource");
        if (!source.field("component").isEmpty() || !source.field("host").isEmpty()) {
            found.invalidShown(FieldValue.at("source", source.node()), "\"\"", "needs to be unset");
        }
    }
}
