package dev.plimsoll.kinds.rules.storage;

import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.rules.field.AmountFieldRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;

/** The kinds of storage.k8s.io. */
public final class StorageRules {
    private static final int NODE_ID_BYTES = 192;
    private static final List<String> RECLAIMS = List.of("Delete", "Retain");
    private static final List<String> BINDINGS = List.of("Immediate", "WaitForFirstConsumer");
    private static final List<String> GROUP_POLICIES = List.of("File", "None", "ReadWriteOnceWithFSType");
    private static final List<String> LIFECYCLES = List.of("Ephemeral", "Persistent");

    private StorageRules() {}

    public static void storageClass(FieldValue object, Findings found) {
        NameRules.provisioner(object.field("provisioner"), found);
        parameters(object.field("parameters"), found);
        found.oneOfIfGiven(object.field("reclaimPolicy"), RECLAIMS);
        found.requiredOneOf(object.field("volumeBindingMode"), BINDINGS);
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
        for (var mode : spec.field("volumeLifecycleModes").items()) found.oneOf(mode, LIFECYCLES);
    }

    public static void csiNode(FieldValue object, Findings found) {
        for (var driver : object.field("spec").field("drivers").items()) {
            NameRules.csiDriver(driver.field("name"), found);
            var id = driver.field("nodeID");
            if (id.isEmpty()) found.required(id);
            if (id.text().length() > NODE_ID_BYTES) {
                found.invalid(id, "must be 192 characters or less");
            }
        }
    }

    public static void volumeAttachment(FieldValue object, Findings found) {
        var spec = object.field("spec");
        var source = spec.field("source");
        var volume = source.field("persistentVolumeName");
        if (!volume.isGiven() && !source.field("inlineVolumeSpec").isGiven()) {
            found.required(source, "must specify exactly one of inlineVolumeSpec and persistentVolumeName");
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
