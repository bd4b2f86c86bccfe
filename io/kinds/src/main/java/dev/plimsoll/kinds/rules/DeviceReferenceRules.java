package dev.plimsoll.kinds.rules;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.codec.schema.DeclaredOrder;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is said in a claim about some of its requests: constraints, and settings for drivers. */
final class DeviceReferenceRules {
    private static final String NOT_A_REQUEST =
            "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

    private static final Shape REQUEST = elements(
            Schema.bundled()
                    .find("resource.k8s.io/v1", "ResourceClaim")
                    .orElseThrow()
                    .shape()
                    .member("spec")
                    .member("devices"),
            "requests");
    private static final Shape SUBREQUEST = elements(REQUEST, "firstAvailable");

    private DeviceReferenceRules() {}

    static void check(FieldValue devices, Findings found) {
        var names = new HashSet<String>();
        for (var request : devices.field("requests").items()) {
            var name = request.field("name").text();
            names.add(name);
            for (var choice : request.field("firstAvailable").items()) {
                names.add(name + "/" + choice.field("name").text());
            }
        }
        for (var constraint : devices.field("constraints").items()) {
            references(constraint.field("requests"), names, found);
            attribute(constraint, found);
        }
        for (var config : devices.field("config").items()) {
            references(config.field("requests"), names, found);
            opaque(config.field("opaque"), found);
        }
    }

    /** That requests, and the choices of each, have names of their own; messages show the whole entry as Kubernetes writes it. */
    static void distinct(FieldValue requests, Findings found) {
        distinct(requests, REQUEST, found);
        for (var request : requests.items()) distinct(request.field("firstAvailable"), SUBREQUEST, found);
    }

    private static void distinct(FieldValue entries, Shape shape, Findings found) {
        var names = new HashSet<String>();
        for (var entry : entries.items()) {
            if (names.add(entry.field("name").text())) continue;
            found.duplicateShown(entry, DeclaredOrder.of(entry.node(), shape).toString());
        }
    }

    private static Shape elements(Shape struct, String list) {
        return struct.member(list) instanceof Shape.ListOf(var element, var _) ? element : Shape.Free.INSTANCE;
    }

    private static void references(FieldValue references, Set<String> names, Findings found) {
        var seen = new HashSet<String>();
        for (var reference : references.items()) {
            if (!seen.add(reference.text())) found.duplicate(reference);
            for (var part : reference.text().split("/", -1)) {
                NameRules.label(FieldValue.at(reference.toString(), TextNode.valueOf(part)), found);
            }
            if (!names.contains(reference.text())) found.invalid(reference, NOT_A_REQUEST);
        }
    }

    /** What the devices of several requests have in common, or not. */
    private static void attribute(FieldValue constraint, Findings found) {
        var same = constraint.field("matchAttribute");
        var other = constraint.field("distinctAttribute");
        if (!same.isGiven() && !other.isGiven()) {
            found.required(
                    constraint,
                    "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple fields are set");
        }
        for (var name : List.of(same, other)) if (name.isGiven()) DeviceSelectorRules.sharedName(name, found);
    }

    /** Settings that only their driver understands. */
    static void opaque(FieldValue opaque, Findings found) {
        if (!opaque.isGiven()) {
            found.required(opaque);
            return;
        }
        var parameters = opaque.field("parameters");
        if (!parameters.isGiven()) found.required(parameters);
        else if (!parameters.node().isObject()) {
            found.invalidShown(parameters, "\"<value omitted>\"", "must be a valid JSON object");
        }
        NameRules.csiDriver(opaque.field("driver"), found);
    }
}
