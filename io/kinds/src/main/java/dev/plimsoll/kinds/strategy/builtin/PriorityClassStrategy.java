package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.strategy.RuledStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodDefaults;
import java.util.List;

/** Priority classes keep their value. */
public final class PriorityClassStrategy extends RuledStrategy {
    public PriorityClassStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    public void defaults(ObjectNode document) {
        PodDefaults.absent(document, "preemptionPolicy", "PreemptLowerPriority");
        PodDefaults.number(document, "value", 0);
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        return write.sent().path("value").equals(write.stored().path("value"))
                ? List.of()
                : List.of(FieldError.forbidden("value", "may not be changed in an update."));
    }
}
