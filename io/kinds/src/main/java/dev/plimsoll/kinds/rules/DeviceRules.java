package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.NameRules;
import dev.plimsoll.kinds.rules.field.TemplateMetadataRules;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** The kinds of resource.k8s.io: claims of devices and what there is of them. */
public final class DeviceRules {
    private static final int DRIVER_BYTES = 63;
    private static final int POOL_BYTES = 253;
    private static final int MOST_DEVICES = 128;
    private static final int MOST_REQUESTS = 32;
    private static final int MOST_CHOICES = 8;
    private static final List<String> MODES = List.of("All", "ExactCount");
    private static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "None");

    private DeviceRules() {}

    public static void taintRule(FieldValue object, Findings found) {
        var selector = object.field("spec").field("deviceSelector");
        if (selector.field("driver").isGiven()) driver(selector.field("driver"), found);
        var pool = selector.field("pool");
        if (pool.isGiven()) poolName(pool, found);
        if (selector.field("device").isGiven()) NameRules.label(selector.field("device"), found);
        taint(object.field("spec").field("taint"), found);
    }

    private static void taint(FieldValue taint, Findings found) {
        var key = taint.field("key");
        found.misspelled(key, LabelSyntax.qualifiedName(key.text()));
        var value = taint.field("value");
        if (value.isGiven()) found.misspelled(value, LabelSyntax.labelValue(value.text()));
        found.requiredOneOf(taint.field("effect"), EFFECTS);
    }

    public static void claim(FieldValue object, Findings found) {
        claimSpec(object.field("spec"), found);
    }

    public static void claimTemplate(FieldValue object, Findings found) {
        TemplateMetadataRules.check(object.field("spec").field("metadata"), found);
        claimSpec(object.field("spec").field("spec"), found);
    }

    private static void claimSpec(FieldValue spec, Findings found) {
        var own = new Findings();
        var requests = spec.field("devices").field("requests");
        for (var request : requests.items()) request(request, own);
        DeviceReferenceRules.check(spec.field("devices"), own);
        if (requests.node().size() > MOST_REQUESTS) own.tooMany(requests, MOST_REQUESTS);
        else DeviceReferenceRules.distinct(requests, own);
        found.addAll(DeviceClaimOrder.sorted(own.toList()));
    }

    private static void request(FieldValue request, Findings found) {
        NameRules.label(request.field("name"), found);
        var exactly = request.field("exactly");
        var any = request.field("firstAvailable");
        if (exactly.isGiven() && !any.isEmpty()) {
            found.invalidShown(
                    request,
                    "null",
                    "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
        } else if (!exactly.isGiven() && any.isEmpty()) {
            found.required(request, "exactly one of `exactly` or `firstAvailable` is required");
        } else if (exactly.isGiven()) {
            devices(exactly, found);
        }
        if (any.node().size() > MOST_CHOICES) {
            found.tooMany(any, MOST_CHOICES);
            return;
        }
        for (var choice : any.items()) {
            NameRules.label(choice.field("name"), found);
            devices(choice, found);
        }
    }

    private static void devices(FieldValue wanted, Findings found) {
        NameRules.requiredSubdomain(wanted.field("deviceClassName"), found);
        var mode = wanted.field("allocationMode");
        var count = wanted.field("count");
        switch (mode.text()) {
            case "ExactCount" -> {
                if (count.number() <= 0) found.invalidNumber(count, Findings.POSITIVE);
            }
            case "All" -> {
                if (count.number() != 0) {
                    found.invalidNumber(count, "must not be specified when allocationMode is 'All'");
                }
            }
            default -> found.oneOfIfGiven(mode, MODES);
        }
        DeviceSelectorRules.selectors(wanted.field("selectors"), found);
        DeviceSelectorRules.tolerations(wanted.field("tolerations"), EFFECTS, found);
    }

    public static void slice(FieldValue object, Findings found) {
        var spec = object.field("spec");
        driver(spec.field("driver"), found);
        pool(spec.field("pool"), found);
        ResourceSliceRules.places(spec, found);
        var devices = spec.field("devices");
        if (devices.node().size() > MOST_DEVICES) found.tooMany(devices, MOST_DEVICES);
        var names = new HashSet<String>();
        for (var device : devices.items()) {
            var name = device.field("name");
            NameRules.label(name, found);
            if (!name.isEmpty() && !names.add(name.text())) {
                found.duplicateShown(device, FieldError.quoted(name.text()));
            }
            ResourceSliceRules.device(device, spec, found);
            for (var taint : device.field("taints").items()) taint(taint, found);
        }
        ResourceSliceRules.sharedCounters(spec, found);
    }

    private static void driver(FieldValue driver, Findings found) {
        if (driver.isEmpty()) found.required(driver);
        if (driver.text().length() > DRIVER_BYTES) found.tooLong(driver, DRIVER_BYTES);
        if (!driver.isEmpty())
            found.misspelled(driver, DnsSyntax.subdomain(driver.text().toLowerCase(Locale.ROOT)));
    }

    /** What the writer of a slice should know though it is accepted. */
    public static List<String> warnings(FieldValue slice) {
        var driver = slice.field("driver");
        return driver.text().equals(driver.text().toLowerCase(Locale.ROOT))
                ? List.of()
                : List.of(driver + ": driver names should be lowercase; " + FieldError.quoted(driver.text())
                        + " contains uppercase characters");
    }

    private static void poolName(FieldValue name, Findings found) {
        if (name.isEmpty()) {
            found.required(name);
            return;
        }
        if (name.text().length() > POOL_BYTES) found.tooLong(name, POOL_BYTES);
        for (var part : name.text().split("/", -1)) {
            for (var problem : DnsSyntax.subdomain(part)) found.invalidShown(name, FieldError.quoted(part), problem);
        }
    }

    private static void pool(FieldValue pool, Findings found) {
        poolName(pool.field("name"), found);
        if (pool.field("resourceSliceCount").number() <= 0) {
            found.invalidNumber(pool.field("resourceSliceCount"), Findings.POSITIVE);
        }
        if (pool.field("generation").number() < 0) {
            found.invalidNumber(pool.field("generation"), "must be greater than or equal to zero");
        }
    }
}
