package dev.plimsoll.kinds.rules.storage;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.AmountFieldRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.LabelSelectorRules;
import dev.plimsoll.kinds.rules.field.NameRules;
import java.util.List;
import java.util.stream.Stream;

/** Claims of storage, as objects and as templates. */
public final class PersistentVolumeClaimRules {
    private static final String ONE_POD = "ReadWriteOncePod";
    private static final List<String> MODES = List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", ONE_POD);
    static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");
    static final String STORAGE = "storage";

    private PersistentVolumeClaimRules() {}

    public static void check(FieldValue claim, Findings found) {
        spec(claim.field("spec"), found);
    }

    public static void spec(FieldValue spec, Findings found) {
        var modes = spec.field("accessModes");
        if (modes.isEmpty()) found.required(modes, "at least 1 access mode is required");
        accessModes(modes, found);
        if (spec.field("selector").isGiven()) LabelSelectorRules.check(spec.field("selector"), found);
        var storage = spec.node().path("resources").path("requests").path(STORAGE);
        // Messages leave out that the amount is one of the requests.
        var at = new FieldValue(storage, spec.field("resources"), "[" + STORAGE + "]");
        if (storage.isMissingNode()) found.required(at);
        else AmountFieldRules.positive(at, found);
        NameRules.subdomainIfGiven(spec.field("storageClassName"), found);
        found.oneOfIfGiven(spec.field("volumeMode"), VOLUME_MODES);
        dataSource(spec.field("dataSource"), found);
        dataSource(spec.field("dataSourceRef"), found);
        if (!isSame(spec.field("dataSource"), spec.field("dataSourceRef"))) {
            found.invalidShown(spec, "{}", "must match dataSourceRef");
        }
        NameRules.subdomainIfGiven(spec.field("volumeAttributesClassName"), found);
    }

    /** What a new volume is filled from. */
    private static void dataSource(FieldValue source, Findings found) {
        if (!source.isGiven()) return;
        for (var name : List.of("name", "kind")) {
            if (source.field(name).isEmpty()) found.required(source.field(name));
        }
        var group = source.field("apiGroup");
        var kind = source.field("kind");
        if (group.isEmpty() && !kind.text().equals("PersistentVolumeClaim")) {
            found.invalidShown(
                    source,
                    FieldError.quoted(kind.text()),
                    "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
        NameRules.subdomainIfGiven(group, found);
    }

    private static boolean isSame(FieldValue source, FieldValue reference) {
        if (!source.isGiven() || !reference.isGiven()) return true;
        return Stream.of("apiGroup", "kind", "name")
                .allMatch(part ->
                        source.field(part).text().equals(reference.field(part).text()));
    }

    /** What the writer of a claim should know though it is accepted. */
    public static List<String> warnings(FieldValue spec) {
        return fractional(spec.field("resources").field("requests").key(STORAGE));
    }

    /** Bytes are whole. */
    public static List<String> fractional(FieldValue amount) {
        var quantity = AmountFieldRules.read(amount);
        return quantity == null || quantity.isInteger()
                ? List.of()
                : List.of(amount + ": fractional byte value \"" + quantity + "\" is invalid, must be an integer");
    }

    /** The ways in which a volume is used. */
    static void accessModes(FieldValue modes, Findings found) {
        var exclusive = false;
        for (var mode : modes.items()) {
            if (!MODES.contains(mode.text())) found.notSupported(FieldValue.at(modes.toString(), mode.node()), MODES);
            exclusive |= mode.text().equals(ONE_POD);
        }
        if (exclusive && modes.node().size() > 1) {
            found.forbidden(modes, "may not use ReadWriteOncePod with other access modes");
        }
    }
}
