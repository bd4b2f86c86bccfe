package dev.plimsoll.kinds.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.rules.DeviceRules;
import dev.plimsoll.kinds.rules.KindRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.ImmutableFields;
import dev.plimsoll.kinds.rules.field.ObjectRule;
import dev.plimsoll.kinds.rules.storage.PersistentVolumeClaimRules;
import java.util.ArrayList;
import java.util.List;

/** Kinds whose objects must keep some rules, be they new or changed. */
public class RuledStrategy extends GenericStrategy {
    private final String name;
    private final ObjectRule rule;

    public RuledStrategy(Kind kind, KindShape shape, KindRules rules) {
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

    public static List<FieldError> findings(ObjectRule rule, ObjectNode document) {
        var found = new Findings();
        rule.check(FieldValue.of(document), found);
        return found.toList();
    }
}
