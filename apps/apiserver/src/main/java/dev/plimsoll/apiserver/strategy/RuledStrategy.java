package dev.plimsoll.apiserver.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.apiserver.rules.DeviceRules;
import dev.plimsoll.apiserver.rules.FieldValue;
import dev.plimsoll.apiserver.rules.Findings;
import dev.plimsoll.apiserver.rules.ImmutableFields;
import dev.plimsoll.apiserver.rules.KindRules;
import dev.plimsoll.apiserver.rules.ObjectRule;
import dev.plimsoll.apiserver.rules.PersistentVolumeClaimRules;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Kinds whose objects must keep some rules, be they new or changed. */
class RuledStrategy extends GenericStrategy {
    private final String name;
    private final ObjectRule rule;

    RuledStrategy(Kind kind, KindShape shape, KindRules rules) {
        super(kind, shape);
        this.name = kind.apiVersion() + " " + kind.name();
        this.rule = rules.of(name);
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        return findings(rule, document);
    }

    @Override
    public boolean checksMetadataLast() {
        return name.equals("policy/v1 PodDisruptionBudget");
    }

    @Override
    public List<String> warnings(ObjectNode document) {
        var spec = FieldValue.of(document).field("spec");
        return switch (name) {
            case "v1 PersistentVolumeClaim" -> PersistentVolumeClaimRules.warnings(spec);
            case "resource.k8s.io/v1 ResourceSlice" -> DeviceRules.warnings(spec);
            default -> List.of();
        };
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        if (!write.isOf("")) return List.of();
        var errors = new ArrayList<>(ImmutableFields.check(name, write.stored(), write.sent()));
        errors.addAll(checkNew(write.sent()));
        return errors;
    }

    static List<FieldError> findings(ObjectRule rule, ObjectNode document) {
        var found = new Findings();
        rule.check(FieldValue.of(document), found);
        return found.toList();
    }
}
