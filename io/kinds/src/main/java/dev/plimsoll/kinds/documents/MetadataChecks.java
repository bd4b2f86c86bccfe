package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.kinds.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What must hold of the metadata of any object. Pods are not asked here: their rules include these. */
public final class MetadataChecks {
    private static final int ANNOTATION_BYTES = 256 << 10;
    /** Finalizers without a domain that mean something. */
    private static final Set<String> STANDARD_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");
    /** Groups that say nothing of finalizers without a domain. */
    private static final Set<String> LENIENT_GROUPS =
            Set.of("apiextensions.k8s.io", "apiregistration.k8s.io", "admissionregistration.k8s.io");

    private MetadataChecks() {}

    public static List<FieldError> of(ObjectNode document, Kind kind) {
        var errors = new ArrayList<FieldError>();
        var isLast = kind.naming() == Kind.Naming.LONG_NAME; // whoever counts names in bytes looks at them last
        if (!isLast) errors.addAll(spelling(document, kind));
        errors.addAll(withoutSpelling(document, kind));
        if (isLast) errors.addAll(spelling(document, kind));
        return errors;
    }

    /** All but how the object's name is spelled. */
    public static List<FieldError> withoutSpelling(ObjectNode document, Kind kind) {
        var errors = new ArrayList<FieldError>();
        var meta = DocumentMetadata.of(document);
        if (meta.name().isEmpty() && meta.text("generateName").isEmpty()) {
            errors.add(FieldError.required("metadata.name", "name or generateName is required"));
        }
        if (meta.generation() < 0) {
            errors.add(
                    FieldError.invalid("metadata.generation", meta.generation(), "must be greater than or equal to 0"));
        }
        labels(meta.path("labels"), errors);
        annotations(meta.path("annotations"), "metadata.annotations", errors);
        ownersAndFinalizers(meta, errors);
        if (kind.extension() == null && !LENIENT_GROUPS.contains(kind.group())) finalizerDomains(meta, errors);
        return errors;
    }

    /** How the object's name is spelled. */
    public static List<FieldError> spelling(ObjectNode document, Kind kind) {
        var errors = new ArrayList<FieldError>();
        var meta = DocumentMetadata.of(document);
        var prefix = meta.text("generateName");
        if (!prefix.isEmpty()) {
            for (var problem : nameProblems(withoutFinalDash(prefix), kind)) {
                errors.add(FieldError.invalid("metadata.generateName", prefix, problem));
            }
        }
        if (meta.name().isEmpty()) return errors;
        for (var problem : nameProblems(meta.name(), kind)) {
            errors.add(FieldError.invalid("metadata.name", meta.name(), problem));
        }
        return errors;
    }

    /** What holds of the owners and finalizers of a pod; the rest is among the rules of pods. */
    public static List<FieldError> ofPod(JsonNode document) {
        var errors = new ArrayList<FieldError>();
        if (!(document instanceof ObjectNode pod)) return errors;
        var meta = DocumentMetadata.of(pod);
        ownersAndFinalizers(meta, errors);
        finalizerDomains(meta, errors);
        return errors;
    }

    private static void finalizerDomains(DocumentMetadata meta, List<FieldError> errors) {
        var finalizers = meta.finalizers();
        for (var i = 0; i < finalizers.size(); i++) {
            var name = finalizers.get(i);
            if (!name.contains("/") && !STANDARD_FINALIZERS.contains(name)) {
                errors.add(FieldError.invalid(
                        "metadata.finalizers[" + i + "]",
                        name,
                        "name is neither a standard finalizer name nor is it fully qualified"));
            }
        }
    }

    private static void ownersAndFinalizers(DocumentMetadata meta, List<FieldError> errors) {
        owners(meta.path("ownerReferences"), errors);
        for (var finalizer : meta.finalizers()) {
            for (var problem : LabelSyntax.qualifiedName(finalizer)) {
                errors.add(FieldError.invalid("metadata.finalizers", finalizer, problem));
            }
        }
        if (meta.finalizers().containsAll(List.of("orphan", "foregroundDeletion"))) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    "metadata.finalizers",
                    meta.path("finalizers").toString(),
                    "finalizer orphan and foregroundDeletion cannot be both set"));
        }
    }

    /** A prefix may end in a dash, since more follows. The server does not look at the character before that dash. */
    private static String withoutFinalDash(String prefix) {
        if (prefix.length() < 2 || !prefix.endsWith("-")) return prefix;
        return prefix.substring(0, prefix.length() - 2) + "a";
    }

    private static void owners(JsonNode owners, List<FieldError> errors) {
        var at = "metadata.ownerReferences";
        var controllers = new ArrayList<String>();
        for (var i = 0; i < owners.size(); i++) {
            var owner = owners.get(i);
            owner(owner, at + "[" + i + "]", errors);
            if (owner.path("controller").asBoolean()) {
                controllers.add(
                        owner.path("kind").asText() + "/" + owner.path("name").asText());
            }
        }
        if (controllers.size() > 1) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    at,
                    owners.toString(),
                    "Only one reference can have Controller set to true. Found \"true\" in references for "
                            + controllers.get(0) + " and " + controllers.get(1)));
        }
    }

    private static void owner(JsonNode owner, String at, List<FieldError> errors) {
        var version = owner.path("apiVersion").asText();
        for (var field : List.of("apiVersion", "kind", "name", "uid")) {
            if (owner.path(field).asText().isEmpty()) {
                errors.add(FieldError.required(at + "." + field, "must not be empty"));
            }
        }
        if (version.indexOf('/') != version.lastIndexOf('/')) {
            errors.add(FieldError.invalid(at + ".apiVersion", version, "must be <group>/<version> or <version>"));
        }
        if (version.equals("v1") && owner.path("kind").asText().equals("Event")) {
            errors.add(new FieldError(
                    FieldError.Type.INVALID,
                    at,
                    owner.toString(),
                    "/v1, Kind=Event is disallowed from being an owner"));
        }
    }

    private static void annotations(JsonNode annotations, String place, List<FieldError> errors) {
        var bytes = 0L;
        for (var annotation : annotations.properties()) {
            var key = annotation.getKey();
            for (var problem : LabelSyntax.qualifiedName(key.toLowerCase(Locale.ROOT))) {
                errors.add(FieldError.invalid(place, key, problem));
            }
            bytes += bytes(key) + bytes(annotation.getValue().asText());
        }
        if (bytes > ANNOTATION_BYTES) errors.add(FieldError.tooLong(place, ANNOTATION_BYTES));
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void labels(JsonNode labels, List<FieldError> errors) {
        for (var label : labels.properties()) {
            for (var problem : LabelSyntax.qualifiedName(label.getKey())) {
                errors.add(FieldError.invalid("metadata.labels", label.getKey(), problem));
            }
            var value = label.getValue().asText();
            for (var problem : LabelSyntax.labelValue(value)) {
                errors.add(FieldError.invalid("metadata.labels", value, problem));
            }
        }
    }

    private static List<String> nameProblems(String name, Kind kind) {
        return switch (kind.naming()) {
            case SUBDOMAIN -> DnsSyntax.subdomain(name);
            case LONG_NAME -> DnsSyntax.longName(name);
            case LABEL -> DnsSyntax.label(name);
            case LABEL_1035 -> DnsSyntax.label1035(name);
            case PATH_SEGMENT -> pathSegment(name);
            case PATH_SEGMENT_LAST -> List.of();
        };
    }

    /** Whether paths can name the object; asked if nothing else is wrong with it. */
    public static List<FieldError> ofPath(ObjectNode document) {
        var name = DocumentMetadata.of(document).name();
        var errors = new ArrayList<FieldError>();
        for (var problem : pathSegment(name)) errors.add(FieldError.invalid("metadata.name", name, problem));
        return errors;
    }

    /** What is wrong with a name that must be one segment of a path. */
    public static List<String> pathSegment(String name) {
        if (name.equals(".") || name.equals("..")) return List.of("may not be '" + name + "'");
        if (name.indexOf('/') >= 0) return List.of("may not contain '/'");
        if (name.indexOf('%') >= 0) return List.of("may not contain '%'");
        // No path can name them.
        for (var i = 0; i < name.length(); i++)
            if (Character.isISOControl(name.charAt(i))) return List.of("may not contain control characters");
        return List.of();
    }

    /** What an update may not change. */
    public static List<FieldError> ofChange(ObjectNode sent, ObjectNode stored) {
        var errors = new ArrayList<FieldError>();
        for (var name : List.of("name", "namespace", "uid", "creationTimestamp")) {
            var before = stored.path("metadata").path(name).asText();
            var after = sent.path("metadata").path(name).asText();
            if (!before.equals(after)) {
                errors.add(FieldError.invalid("metadata." + name, after, "field is immutable"));
            }
        }
        var meta = DocumentMetadata.of(sent);
        var before = DocumentMetadata.of(stored);
        if (before.isBeingDeleted() && !before.finalizers().containsAll(meta.finalizers())) {
            errors.add(FieldError.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers "
                            + goList(meta.finalizers(), before.finalizers())));
        }
        return errors;
    }

    private static String goList(List<String> after, List<String> before) {
        var added = new ArrayList<String>();
        for (var one : after) if (!before.contains(one)) added.add("\"" + one + "\"");
        return "[]string{" + String.join(", ", added) + "}";
    }
}
