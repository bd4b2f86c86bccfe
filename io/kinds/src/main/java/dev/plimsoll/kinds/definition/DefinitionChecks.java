package dev.plimsoll.kinds.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** What a CustomResourceDefinition must be like. */
public final class DefinitionChecks {
    private static final String APPROVAL = "api-approved.kubernetes.io";

    private final List<FieldError> errors = new ArrayList<>();

    private DefinitionChecks() {}

    public static List<FieldError> of(ObjectNode definition) {
        var checks = new DefinitionChecks();
        checks.name(definition);
        checks.spec(definition.path("spec"));
        checks.approval(definition);
        return checks.errors;
    }

    public static List<FieldError> ofChange(ObjectNode sent, ObjectNode stored) {
        var errors = new ArrayList<>(of(sent));
        if (Definition.read(stored).isEstablished()) {
            fixed(sent, stored, "/spec/scope", errors);
            fixed(sent, stored, "/spec/names/kind", errors);
        }
        fixed(sent, stored, "/spec/group", errors);
        fixed(sent, stored, "/spec/names/plural", errors);
        errors.addAll(ofStatus(sent));
        return errors;
    }

    /** Versions in which objects may be stored must stay known. */
    public static List<FieldError> ofStatus(ObjectNode definition) {
        var known = new HashSet<String>();
        for (var version : definition.path("spec").path("versions"))
            known.add(version.path("name").asText());
        var errors = new ArrayList<FieldError>();
        var stored = definition.path("status").path("storedVersions");
        for (var i = 0; i < stored.size(); i++) {
            if (!known.contains(stored.get(i).asText())) {
                errors.add(FieldError.invalid(
                        "status.storedVersions[" + i + "]",
                        stored.get(i).asText(),
                        "missing from spec.versions; " + stored.get(i).asText()
                                + " was previously a storage version, and must remain in spec.versions until a storage "
                                + "migration ensures no data remains persisted in "
                                + stored.get(i).asText()
                                + " and removes " + stored.get(i).asText() + " from status.storedVersions"));
            }
        }
        return errors;
    }

    private static void fixed(ObjectNode sent, ObjectNode stored, String pointer, List<FieldError> errors) {
        if (sent.at(pointer).equals(stored.at(pointer))) return;
        var field = pointer.substring(1).replace('/', '.');
        errors.add(FieldError.invalid(field, sent.at(pointer).asText(), "field is immutable"));
    }

    private void name(ObjectNode definition) {
        var spec = definition.path("spec");
        var wanted = spec.path("names").path("plural").asText() + "."
                + spec.path("group").asText();
        var name = definition.path("metadata").path("name").asText();
        if (!name.equals(wanted)) {
            errors.add(FieldError.invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
        }
    }

    private void approval(ObjectNode definition) {
        var group = definition.path("spec").path("group").asText();
        var guarded = List.of("k8s.io", "kubernetes.io").stream()
                .anyMatch(each -> group.equals(each) || group.endsWith("." + each));
        if (!guarded) return;
        var approval =
                definition.path("metadata").path("annotations").path(APPROVAL).asText();
        var field = "metadata.annotations[" + APPROVAL + "]";
        if (approval.isEmpty()) {
            errors.add(FieldError.required(
                    field,
                    "protected groups must have approval annotation \"" + APPROVAL
                            + "\", see https://github.com/kubernetes/enhancements/pull/1111"));
        } else if (!approval.startsWith("unapproved") && !approval.matches("https?://[^/]+/.*")) {
            errors.add(FieldError.invalid(
                    field,
                    approval,
                    "protected groups must have approval annotation \"" + APPROVAL
                            + "\" with either a URL or a reason starting with \"unapproved\", see "
                            + "https://github.com/kubernetes/enhancements/pull/1111"));
        }
    }

    private void spec(JsonNode spec) {
        group(spec.path("group").asText());
        var scope = spec.path("scope").asText();
        if (scope.isEmpty()) errors.add(FieldError.required("spec.scope", ""));
        else if (!scope.equals("Cluster") && !scope.equals("Namespaced")) {
            errors.add(FieldError.notSupported("spec.scope", scope, List.of("Cluster", "Namespaced")));
        }
        if (spec.path("preserveUnknownFields").asBoolean()) {
            errors.add(
                    new FieldError(
                            FieldError.Type.INVALID,
                            "spec.preserveUnknownFields",
                            "true",
                            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead"));
        }
        NameChecks.check(spec.path("names"), errors);
        versions(spec.path("versions"));
        new ConversionChecks(errors).check(spec);
    }

    private void group(String group) {
        if (group.isEmpty()) {
            errors.add(FieldError.required("spec.group", ""));
        } else if (!DnsSyntax.subdomain(group).isEmpty()) {
            errors.add(FieldError.invalid("spec.group", group, String.join(",", DnsSyntax.subdomain(group))));
        } else if (group.indexOf('.') < 0) {
            errors.add(FieldError.invalid("spec.group", group, "should be a domain with at least one dot"));
        }
    }

    private void versions(JsonNode versions) {
        var stored = 0;
        var names = new HashSet<String>();
        var unique = true;
        for (var i = 0; i < versions.size(); i++) {
            var version = versions.get(i);
            if (version.path("storage").asBoolean()) stored++;
            unique &= names.add(version.path("name").asText());
            new VersionChecks(errors).check(version, "spec.versions[" + i + "]");
        }
        if (!unique) wrong(versions, "must contain unique version names");
        if (stored != 1) wrong(versions, "must have exactly one version marked as storage version");
    }

    private void wrong(JsonNode versions, String why) {
        var shown = versions.isMissingNode() ? "null" : versions.toString();
        errors.add(new FieldError(FieldError.Type.INVALID, "spec.versions", shown, why));
    }
}
