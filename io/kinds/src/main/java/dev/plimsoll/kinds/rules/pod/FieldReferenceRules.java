package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.rules.field.AmountFieldRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** References to fields of the pod itself, for variables and for files. */
final class FieldReferenceRules {
    private static final List<String> OF_VARIABLES = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.serviceAccountName",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");
    private static final List<String> OF_FILES =
            List.of("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid");
    /** Known to field selectors or to one of the above. */
    private static final Set<String> KNOWN = Set.of(
            "metadata.annotations",
            "metadata.labels",
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "status.hostIP",
            "status.hostIPs",
            "status.nominatedNodeName",
            "status.phase",
            "status.podIP",
            "status.podIPs");

    private static final List<String> RESOURCES = List.of(
            "limits.cpu",
            "limits.ephemeral-storage",
            "limits.memory",
            "requests.cpu",
            "requests.ephemeral-storage",
            "requests.memory");
    private static final List<String> CPU_DIVISORS = List.of("1m", "1");
    private static final List<String> DIVISORS =
            List.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");
    private static final Pattern SUBSCRIPT = Pattern.compile("(.*)\\['(.*)'\\]");
    private static final String CONVERTING = "error converting fieldPath: ";

    private FieldReferenceRules() {}

    static void variable(FieldValue reference, Findings found) {
        field(reference, OF_VARIABLES, found);
    }

    /** A file of a volume. Messages leave out which one of the list it is. */
    static void file(FieldValue item, Findings found) {
        var source = item.parent() == null || item.parent().parent() == null
                ? item
                : item.parent().parent();
        var at = new FieldValue(item.node(), source.parent(), source.step());
        if (at.field("path").isEmpty()) found.required(at.field("path"));
        KeyPathRules.below(at.field("path"), found);
        var field = at.field("fieldRef");
        var resource = at.field("resourceFieldRef");
        if (field.isGiven()) {
            field(field, OF_FILES, found);
            if (resource.isGiven()) {
                found.invalidShown(
                        at, "\"resource\"", "fieldRef and resourceFieldRef can not be specified simultaneously");
            }
        } else if (resource.isGiven()) {
            resource(resource, true, found);
        } else {
            found.required(at, "one of fieldRef and resourceFieldRef is required");
        }
        KeyPathRules.mode(at.field("mode"), found);
    }

    private static void field(FieldValue reference, List<String> supported, Findings found) {
        var version = reference.field("apiVersion");
        var path = reference.field("fieldPath");
        if (version.isEmpty()) {
            found.required(version);
        } else if (path.isEmpty()) {
            found.required(path);
        } else if (!version.text().equals("v1")) {
            found.invalid(path, CONVERTING + "unsupported pod version: " + version.text());
        } else {
            var subscripted = SUBSCRIPT.matcher(path.text());
            if (subscripted.matches()) subscripted(reference, subscripted.group(1), subscripted.group(2), found);
            else if (!KNOWN.contains(path.text())) {
                found.invalid(path, CONVERTING + "field label not supported: " + path.text());
            } else found.oneOf(path, supported);
        }
    }

    private static void subscripted(FieldValue reference, String map, String key, Findings found) {
        var isLabel = map.equals("metadata.labels");
        if (!isLabel && !map.equals("metadata.annotations")) {
            var path = reference.field("fieldPath");
            found.invalid(path, CONVERTING + "field label does not support subscript: " + path.text());
            return;
        }
        for (var problem : LabelSyntax.qualifiedName(isLabel ? key : key.toLowerCase(Locale.ROOT))) {
            found.invalidShown(reference, "\"" + key + "\"", problem);
        }
    }

    /** A request or limit of a container. */
    static void resource(FieldValue reference, boolean isOfVolume, Findings found) {
        var resource = reference.field("resource");
        if (isOfVolume && reference.field("containerName").isEmpty()) {
            found.required(reference.field("containerName"));
        } else if (resource.isEmpty()) {
            found.required(resource);
        } else if (!isHugePages(resource.text()) && !RESOURCES.contains(resource.text())) {
            found.notSupported(resource, RESOURCES);
        }
        divisor(reference.field("divisor"), resource.text(), found);
    }

    private static boolean isHugePages(String resource) {
        return resource.startsWith("limits.hugepages-") || resource.startsWith("requests.hugepages-");
    }

    private static void divisor(FieldValue divisor, String resource, Findings found) {
        var amount = AmountFieldRules.read(divisor);
        if (amount == null || amount.isZero()) return;
        var named = resource.substring(resource.indexOf('.') + 1);
        var word = isHugePages(resource)
                ? "hugepages"
                : named.equals("ephemeral-storage") ? "local ephemeral storage" : named;
        if (!isHugePages(resource) && !RESOURCES.contains(resource)) return;
        var supported = named.equals("cpu") ? CPU_DIVISORS : DIVISORS;
        if (supported.contains(amount.toString())) return;
        var shown = named.equals("cpu") ? String.join(" and ", supported) : String.join(", ", supported);
        found.invalidShown(
                divisor,
                "\"" + resource + "\"",
                "only divisor's values " + shown + " are supported with the " + word + " resource");
    }
}
