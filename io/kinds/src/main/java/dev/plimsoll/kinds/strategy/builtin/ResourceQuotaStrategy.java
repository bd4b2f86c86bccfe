package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.QuotaRules;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.util.ArrayList;
import java.util.List;

/** ResourceQuotas: the core has their rules, and their scopes never change. */
public final class ResourceQuotaStrategy extends GenericStrategy {
    public ResourceQuotaStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        return QuotaRules.check(Views.resourceQuota(document));
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        if (write.isOf("status")) return List.of();
        var errors = new ArrayList<>(checkNew(write.sent()));
        var before = write.stored().path("spec").path("scopes");
        var after = write.sent().path("spec").path("scopes");
        if (!before.equals(after)) {
            errors.add(new FieldError(FieldError.Type.INVALID, "spec.scopes", after.toString(), "field is immutable"));
        }
        return errors;
    }
}
