package dev.plimsoll.kinds.rules.storage;

import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.AmountFieldRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** The kinds of storage.k8s.io. */
public final class StorageRules {
    private static final int NODE_ID_BYTES = 192;
    private static final List<String> RECLAIMS = List.of("Delete", "Retain");
    private static final List<String> BINDINGS = List.of("Immediate", "WaitForFirstConsumer");
    private static final List<String> GROUP_POLICIES = List.of("File", "None", "ReadWriteOnceWithFSType");
    private static final List<String> LIFECYCLES = List.of("Persistent", "Ephemeral");
    private static final long SHORTEST_TOKEN = 600;
    private static final long LONGEST_TOKEN = 1L << 32;
    private static final int SHORTEST_PERIOD = 10;
    private static final int DRIVER_BYTES = 63;
    private static final String ONE_SOURCE = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

    private StorageRules() {}

    public static void storageClass(FieldValue object, Findings found) {
        NameRules.provisioner(object.field("provisioner"), found);
        parameters(object.field("parameters"), found);
        found.oneOfIfGiven(object.field("reclaimPolicy"), RECLAIMS);
        found.requiredOneOf(object.field("volumeBindingMode"), BINDINGS);
        var terms = object.field("allowedTopologies").items();
        for (var i = 0; i < terms.size(); i++) {
            var expressions = terms.get(i).field("matchLabelExpressions");
            topology(expressions, found);
            var isKnown = expressions.isEmpty();
            for (var earlier : terms.subList(0, i)) {
                isKnown |= expressions
                        .node()
                        .equals(earlier.field("matchLabelExpressions").node());
            }
            if (isKnown) found.duplicateShown(expressions, "\"\"");
        }
    }

    private static void topology(FieldValue expressions, Findings found) {
        for (var expression : expressions.items()) {
            var values = expression.field("values");
            if (values.isEmpty()) found.required(values);
            var seen = new HashSet<String>();
            for (var value : values.items()) if (!seen.add(value.text())) found.duplicate(value);
            NameRules.qualifiedName(expression.field("key"), found);
        }
    }

    public static void volumeAttributesClass(FieldValue object, Findings found) {
        NameRules.provisioner(object.field("driverName"), found);
        var parameters = object.field("parameters");
        if (parameters.isEmpty()) found.required(parameters, "must contain at least one key/value pair");
        parameters(parameters, found);
    }

    private static void parameters(FieldValue parameters, Findings found) {
        for (var entry : parameters.node().properties()) {
            if (entry.getKey().isEmpty()) found.invalidShown(parameters, "\"\"", "field can not be empty.");
        }
    }

    public static void csiDriver(FieldValue object, Findings found) {
        var spec = object.field("spec");
        found.oneOfIfGiven(spec.field("fsGroupPolicy"), GROUP_POLICIES);
        var modes = spec.field("volumeLifecycleModes");
        for (var mode : modes.items()) found.oneOf(FieldValue.at(modes.toString(), mode.node()), LIFECYCLES);
        tokens(spec, found);
        var period = spec.field("nodeAllocatableUpdatePeriodSeconds");
        if (period.isGiven() && period.number() < SHORTEST_PERIOD) {
            found.invalidNumber(period, "must be greater than or equal to 10 seconds");
        }
    }

    private static void tokens(FieldValue spec, Findings found) {
        var requests = spec.field("tokenRequests");
        var seen = new HashSet<String>();
        for (var request : requests.items()) {
            if (!seen.add(request.field("audience").text())) found.duplicate(request.field("audience"));
            var seconds = request.field("expirationSeconds");
            if (!seconds.isGiven()) continue;
            if (seconds.number() < SHORTEST_TOKEN) {
                found.invalidNumber(seconds, "may not specify a duration less than 10 minutes");
            }
            if (seconds.number() > LONGEST_TOKEN) {
                found.invalidNumber(seconds, "may not specify a duration larger than 2^32 seconds");
            }
        }
        var inSecrets = spec.field("serviceAccountTokenInSecrets");
        if (inSecrets.isGiven() && requests.isEmpty()) {
            found.invalidJson(inSecrets, "serviceAccountTokenInSecrets is set but no tokenRequests are specified");
        }
    }

    /** What the writer of a driver should know though it is accepted. */
    public static List<String> driverWarnings(FieldValue spec) {
        if (spec.field("tokenRequests").isEmpty()
                || spec.field("serviceAccountTokenInSecrets").isGiven()) return List.of();
        return List.of("spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to"
                + " prevent possible logging of tokens in volume attributes");
    }

    public static void csiNode(FieldValue object, Findings found) {
        var names = new HashSet<String>();
        for (var driver : object.field("spec").field("drivers").items()) {
            var name = driver.field("name");
            if (name.isEmpty()) found.required(name);
            if (name.text().length() > DRIVER_BYTES) found.tooLong(name, DRIVER_BYTES);
            if (!name.isEmpty()) {
                found.misspelled(name, DnsSyntax.subdomain(name.text().toLowerCase(Locale.ROOT)));
                if (!names.add(name.text())) found.duplicate(name);
            }
            var id = driver.field("nodeID");
            if (id.isEmpty()) found.required(id);
            if (id.text().length() > NODE_ID_BYTES) {
                found.invalid(id, "must be 192 characters or less");
            }
            found.notNegative(driver.field("allocatable").field("count"));
            var keys = new HashSet<String>();
            for (var key : driver.field("topologyKeys").items()) {
                // Messages leave the list out.
                var at = FieldValue.at(driver.toString(), key.node());
                if (!keys.add(key.text())) found.duplicate(at);
                if (key.isEmpty()) found.required(at);
                NameRules.qualifiedName(at, found);
            }
        }
    }

    public static void volumeAttachment(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var source = spec.field("source");
        var volume = source.field("persistentVolumeName");
        var inline = source.field("inlineVolumeSpec");
        if (!volume.isGiven() && !inline.isGiven()) {
            found.required(source, ONE_SOURCE);
        } else if (volume.isGiven() && inline.isGiven()) {
            found.forbidden(source, ONE_SOURCE);
        } else if (inline.isGiven()) {
            PersistentVolumeRules.inline(inline, found);
        } else if (volume.isGiven() && volume.isEmpty()) {
            found.required(volume, "must specify non empty persistentVolumeName");
        }
        NameRules.subdomain(spec.field("nodeName"), found);
        if (volume.isGiven()) NameRules.subdomain(volume, found);
        NameRules.attacher(spec.field("attacher"), found);
    }

    public static void csiStorageCapacity(FieldValue object, Findings found) {
        NameRules.subdomain(object.field("storageClassName"), found);
        AmountFieldRules.notNegative(object.field("capacity"), found);
        AmountFieldRules.notNegative(object.field("maximumVolumeSize"), found);
        if (object.field("nodeTopology").isGiven()) LabelSelectorRules.check(object.field("nodeTopology"), found);
    }

    /** Which objects are to be stored anew. */
    public static void migration(FieldValue object, Findings found) {
        var resource = object.field("spec").field("resource");
        NameRules.subdomainIfGiven(resource.field("group"), found);
        var name = resource.field("resource");
        if (name.isEmpty()) found.required(name, "resource is required to be set");
        else found.misspelled(name, DnsSyntax.label1035(name.text()));
    }
}
