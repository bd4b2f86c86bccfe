package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.structural.SchemaDefaults;
import dev.plimsoll.codec.structural.SchemaPruner;
import dev.plimsoll.codec.structural.Validation;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Extension;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.expressions.Expressions;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import java.util.ArrayList;
import java.util.List;

/** Kinds that a definition describes: its schema decides what they have, get and may be. */
public final class CustomStrategy extends GenericStrategy {
    private final Kind kind;
    private final Extension extension;

    private final Expressions expressions;

    public CustomStrategy(Kind kind, Extension extension, Expressions expressions) {
        super(kind, extension.envelope());
        this.expressions = expressions;
        this.kind = kind;
        this.extension = extension;
    }

    @Override
    public List<String> dropUnknown(ObjectNode document) {
        return SchemaPruner.prune(document, extension.schema());
    }

    @Override
    public void defaults(ObjectNode document) {
        SchemaDefaults.apply(document, extension.schema());
    }

    /** Without a way of its own, the status is a part like any other. */
    @Override
    protected boolean counts(String member) {
        return super.counts(member) || (member.equals("status") && !kind.hasStatus());
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var errors = new ArrayList<>(Validation.of(document, extension.schema()));
        scale(document, errors);
        errors.addAll(expressions.check(extension, document, null, errors));
        return errors;
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        var errors = new ArrayList<>(Validation.ofChange(write.sent(), extension.schema(), write.stored()));
        scale(write.sent(), errors);
        errors.addAll(expressions.check(extension, write.sent(), write.stored(), errors));
        return errors;
    }

    private void scale(ObjectNode document, List<FieldError> errors) {
        var scale = extension.scale();
        if (scale == null) return;
        for (var path : List.of(scale.specReplicas(), scale.statusReplicas())) {
            var value = document.at("/" + String.join("/", path));
            if (value.isNumber() && value.asLong() < 0) {
                errors.add(
                        FieldError.invalid(String.join(".", path), value.asLong(), "should be a non-negative integer"));
            }
        }
    }
}
