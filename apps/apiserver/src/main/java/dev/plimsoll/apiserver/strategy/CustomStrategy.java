package dev.plimsoll.apiserver.strategy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.kinds.Extension;
import dev.plimsoll.apiserver.kinds.Kind;
import dev.plimsoll.codec.structural.Defaulting;
import dev.plimsoll.codec.structural.Pruning;
import dev.plimsoll.codec.structural.Validation;
import dev.plimsoll.core.validation.FieldError;
import java.util.ArrayList;
import java.util.List;

/** Kinds that a definition describes: its schema decides what they have, get and may be. */
final class CustomStrategy extends GenericStrategy {
    private final Kind kind;
    private final Extension extension;

    CustomStrategy(Kind kind, Extension extension) {
        super(kind, extension.envelope());
        this.kind = kind;
        this.extension = extension;
    }

    @Override
    public List<String> dropUnknown(ObjectNode document) {
        return Pruning.prune(document, extension.schema());
    }

    @Override
    public void defaults(ObjectNode document) {
        Defaulting.apply(document, extension.schema());
    }

    /** Without a way of its own, the status is a part like any other. */
    @Override
    boolean counts(String member) {
        return super.counts(member) || (member.equals("status") && !kind.hasStatus());
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var errors = new ArrayList<>(Validation.of(document, extension.schema()));
        scale(document, errors);
        return errors;
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        var errors = new ArrayList<>(Validation.ofChange(write.sent(), extension.schema(), write.stored()));
        scale(write.sent(), errors);
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
