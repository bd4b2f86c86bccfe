package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.ResourceQuota;
import java.util.ArrayList;
import java.util.List;

/** The rules for a ResourceQuota object itself. */
public final class QuotaRules {
    private QuotaRules() {}

    public static List<FieldError> check(ResourceQuota quota) {
        var errors = new ArrayList<FieldError>();
        for (var name : quota.hard().names()) {
            var path = "spec.hard[" + name + "]";
            QuantityRules.check(name, quota.hard().amount(name), path, errors);
            ResourceNameRules.checkForQuota(name, path, errors);
        }
        QuotaScopeRules.check(quota, errors);
        return errors;
    }
}
