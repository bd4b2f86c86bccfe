package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.ConfigDataRules;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.strategy.ConfigData;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.util.ArrayList;
import java.util.List;

/** A ConfigMap: keys, sizes, and that an immutable one stays as it is. */
public final class ConfigMapStrategy extends GenericStrategy {
    public ConfigMapStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        return ConfigDataRules.configMap(
                ConfigData.texts(document.path("data")), ConfigData.bytes(document.path("binaryData")));
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        var errors = new ArrayList<>(ConfigData.frozen(write, "data", "binaryData"));
        errors.addAll(checkNew(write.sent()));
        return errors;
    }
}
