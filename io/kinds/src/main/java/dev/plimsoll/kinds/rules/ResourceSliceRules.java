package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import dev.plimsoll.kinds.rules.field.NodeSelectorRules;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/** What drivers publish of the devices that there are. */
final class ResourceSliceRules {
    private static final int MOST_CONDITIONS = 4;
    private static final int TEXT_BYTES = 64;
    private static final List<String> PLACES =
            List.of("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection");
    private static final List<String> DEVICE_PLACES = List.of("nodeName", "nodeSelector", "allNodes");
    private static final List<String> TYPES =
            List.of("int", "bool", "string", "version", "ints", "bools", "strings", "versions");
    private static final String NOT_A_VERSION = "must be a string compatible with semver.org spec 2.0.0";
    private static final String VERSION = "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)"
            + "(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?";

    private ResourceSliceRules() {}

    /** From where the devices of a slice are reached. */
    static void places(FieldValue spec, Findings found) {
        var given = PLACES.stream().filter(name -> isSet(spec.field(name))).toList();
        var node = spec.field("nodeName");
        if (node.isGiven()) nodeName(node, found);
        if (spec.field("nodeSelector").isGiven()) selector(spec.field("nodeSelector"), found);
        var everywhere = spec.field("allNodes");
        if (everywhere.isGiven() && !everywhere.isTrue()) {
            found.invalidJson(everywhere, "must be either unset or set to true");
        }
        var choices = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
        if (given.isEmpty()) found.required(spec, choices);
        else if (given.size() > 1) found.invalidShown(spec, shown(given), choices + ", but multiple fields are set");
    }

    private static void nodeName(FieldValue node, Findings found) {
        if (node.isEmpty()) found.invalid(node, "must be either unset or set to a non-empty string");
        else NameRules.subdomain(node, found);
    }

    private static void selector(FieldValue selector, Findings found) {
        NodeSelectorRules.check(selector, found);
    }

    private static String shown(List<String> given) {
        return given.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ", "\"{", "}\""));
    }

    private static boolean isSet(FieldValue place) {
        return place.node().isBoolean()
                ? place.isTrue()
                : place.isGiven() && !(place.node().isTextual() && place.isEmpty());
    }

    static void device(FieldValue device, FieldValue spec, Findings found) {
        attributes(device.field("attributes"), found);
        DeviceSelectorRules.names(device.field("attributes"), found);
        DeviceSelectorRules.names(device.field("capacity"), found);
        for (var uses : device.field("consumesCounters").items()) {
            if (uses.field("counterSet").isEmpty()) found.required(uses.field("counterSet"));
            else NameRules.label(uses.field("counterSet"), found);
            if (uses.field("counters").isEmpty()) found.required(uses.field("counters"));
        }
        place(device, spec.field("perDeviceNodeSelection").isTrue(), found);
        conditions(device, found);
    }

    private static void attributes(FieldValue attributes, Findings found) {
        for (var entry : attributes.node().properties()) {
            var attribute = attributes.key(entry.getKey());
            var given = TYPES.stream()
                    .filter(type -> attribute.field(type).isGiven())
                    .toList();
            if (given.isEmpty()) {
                found.invalidShown(
                        attribute,
                        "\"\"",
                        "must specify one of: "
                                + TYPES.stream().map(type -> "`" + type + "`").collect(Collectors.joining(", ")));
                continue;
            }
            var version = attribute.field("version");
            if (version.isGiven() && !version.text().matches(VERSION)) found.invalid(version, NOT_A_VERSION);
            var text = attribute.field("string");
            if (text.text().length() > TEXT_BYTES) found.tooLong(text, TEXT_BYTES);
        }
    }

    private static void place(FieldValue device, boolean isOfDevices, Findings found) {
        var given =
                DEVICE_PLACES.stream().filter(name -> isSet(device.field(name))).toList();
        if (!isOfDevices) {
            if (!given.isEmpty()) {
                found.invalidShown(
                        device,
                        "null",
                        "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to"
                                + " true in the ResourceSlice spec");
            }
            return;
        }
        if (device.field("nodeName").isGiven()) nodeName(device.field("nodeName"), found);
        if (device.field("nodeSelector").isGiven()) selector(device.field("nodeSelector"), found);
        var choices = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when"
                + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
        if (given.isEmpty()) found.required(device, choices);
        else if (given.size() > 1) found.invalidShown(device, shown(given), choices);
    }

    private static void conditions(FieldValue device, Findings found) {
        var ready = device.field("bindingConditions");
        var failed = device.field("bindingFailureConditions");
        for (var list : List.of(ready, failed)) {
            if (list.node().size() > MOST_CONDITIONS) found.tooMany(list, MOST_CONDITIONS);
            var seen = new HashSet<String>();
            for (var condition : list.items()) {
                if (!seen.add(condition.text())) found.duplicate(condition);
                else NameRules.qualifiedName(condition, found);
            }
        }
        if (!ready.isEmpty() && failed.isEmpty()) {
            found.invalidShown(failed, "null", "bindingFailureConditions are required to use bindingConditions");
        }
        if (ready.isEmpty() && !failed.isEmpty()) {
            found.invalidShown(ready, "null", "bindingConditions are required to use bindingFailureConditions");
        }
    }

    /** Counters that devices of a pool share; a slice has these or devices. */
    static void sharedCounters(FieldValue spec, Findings found) {
        var sets = spec.field("sharedCounters");
        var names = new HashSet<String>();
        for (var set : sets.items()) {
            var name = set.field("name");
            if (!name.isEmpty() && !names.add(name.text())) {
                found.duplicateShown(set, "{\"name\":" + FieldError.quoted(name.text()) + "}");
            }
            if (name.isEmpty()) found.required(name);
            else NameRules.label(name, found);
            if (set.field("counters").isEmpty()) found.required(set.field("counters"));
        }
        if (!sets.isEmpty() && !spec.field("devices").isEmpty()) {
            found.invalidShown(spec, "\"\"", "only one of `sharedCounters` or `devices` is allowed");
        }
    }
}
