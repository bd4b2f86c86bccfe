package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.kinds.documents.MetadataChecks;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.util.ArrayList;
import java.util.List;

/** RoleBinding and ClusterRoleBinding: which role, for ever the same, and who has it. */
public final class RoleBindingStrategy extends GenericStrategy {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private final boolean namespaced;

    public RoleBindingStrategy(StrategySetup setup) {
        super(setup);
        this.namespaced = setup.kind().namespaced();
    }

    @Override
    public void defaults(ObjectNode document) {
        if (document.get("roleRef") instanceof ObjectNode role) defaultGroup(role);
        for (var entry : document.path("subjects")) {
            if (!(entry instanceof ObjectNode subject)) continue;
            switch (subject.path("kind").asText()) {
                case "User", "Group" -> defaultGroup(subject);
                default -> {}
            }
        }
    }

    private static void defaultGroup(ObjectNode reference) {
        if (reference.path("apiGroup").asText().isEmpty()) reference.put("apiGroup", GROUP);
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var errors = new ArrayList<FieldError>();
        var without = new ArrayList<FieldError>(); // said last
        var withoutRole = new ArrayList<FieldError>();
        role(document.path("roleRef"), errors, withoutRole);
        var i = 0;
        for (var subject : document.path("subjects")) {
            var at = "subjects[" + i++ + "]";
            subject(subject, at, errors);
            if (text(subject, "name").isEmpty()) without.add(FieldError.required(at + ".name", ""));
        }
        errors.addAll(without);
        errors.addAll(withoutRole);
        return errors;
    }

    private void role(JsonNode role, List<FieldError> errors, List<FieldError> without) {
        var group = text(role, "apiGroup");
        if (!group.isEmpty() && !group.equals(GROUP)) {
            errors.add(FieldError.notSupported("roleRef.apiGroup", group, List.of(GROUP)));
        }
        var kinds = namespaced ? List.of("Role", "ClusterRole") : List.of("ClusterRole");
        var kind = text(role, "kind");
        if (!kinds.contains(kind)) errors.add(FieldError.notSupported("roleRef.kind", kind, kinds));
        var name = text(role, "name");
        if (name.isEmpty()) without.add(FieldError.required("roleRef.name", ""));
        for (var problem : MetadataChecks.pathSegment(name)) {
            errors.add(FieldError.invalid("roleRef.name", name, problem));
        }
    }

    private void subject(JsonNode subject, String at, List<FieldError> errors) {
        var kind = text(subject, "kind");
        switch (kind) {
            case "ServiceAccount" -> account(subject, at, errors);
            case "User", "Group" -> group(subject, at, GROUP, errors);
            default ->
                errors.add(FieldError.notSupported(at + ".kind", kind, List.of("ServiceAccount", "User", "Group")));
        }
    }

    private void account(JsonNode subject, String at, List<FieldError> errors) {
        var name = text(subject, "name");
        if (!name.isEmpty()) {
            for (var problem : DnsSyntax.subdomain(name)) errors.add(FieldError.invalid(at + ".name", name, problem));
        }
        group(subject, at, "", errors);
        if (!namespaced && text(subject, "namespace").isEmpty()) {
            errors.add(FieldError.required(at + ".namespace", ""));
        }
    }

    private static void group(JsonNode subject, String at, String wanted, List<FieldError> errors) {
        var group = text(subject, "apiGroup");
        if (!group.equals(wanted)) errors.add(FieldError.notSupported(at + ".apiGroup", group, List.of(wanted)));
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asText();
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        var errors = new ArrayList<>(checkNew(write.sent()));
        var role = write.sent().path("roleRef");
        if (!role.equals(write.stored().path("roleRef"))) {
            errors.add(new FieldError(FieldError.Type.INVALID, "roleRef", role.toString(), "field is immutable"));
        }
        return errors;
    }
}
