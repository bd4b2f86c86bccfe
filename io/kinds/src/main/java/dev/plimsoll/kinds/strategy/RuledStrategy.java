package dev.plimsoll.kinds.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.ObjectRule;
import java.util.ArrayList;
import java.util.List;

/** Kinds whose objects must keep some rules, be they new or changed. */
public class RuledStrategy extends GenericStrategy {
    private final KindChecks checks;

    public RuledStrategy(StrategySetup setup) {
        super(setup);
        this.checks = setup.checks();
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        return findings(checks.rule(), document);
    }

    @Override
    public boolean checksMetadataLast() {
        return checks.metadataLast();
    }

    @Override
    public List<String> warnings(ObjectNode document) {
        return checks.warnings().apply(FieldValue.of(document).field("spec"));
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        if (!write.isOf("")) return List.of();
        var errors = new ArrayList<>(checks.immutable().check(write.stored(), write.sent()));
        errors.addAll(checkNew(write.sent()));
        return errors;
    }

    public static List<FieldError> findings(ObjectRule rule, ObjectNode document) {
        var found = new Findings();
        rule.check(FieldValue.of(document), found);
        return found.toList();
    }
}
