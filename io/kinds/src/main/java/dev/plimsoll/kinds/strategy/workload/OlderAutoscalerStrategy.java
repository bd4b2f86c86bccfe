package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.VersionConverter;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.util.List;
import java.util.Objects;

/** HorizontalPodAutoscalers of autoscaling/v1: the rules are those of the newer version, asked of what is stored. */
public final class OlderAutoscalerStrategy extends GenericStrategy {
    private final VersionConverter converter;
    private final AutoscalerStrategy newer;

    public OlderAutoscalerStrategy(StrategySetup setup) {
        super(setup);
        this.converter =
                Objects.requireNonNull(setup.kind().converter(), "the older version is shown through a converter");
        this.newer = new AutoscalerStrategy(setup);
    }

    /** Goes by way of the newer version, so that both show the same object. */
    @Override
    public void defaults(ObjectNode document) {
        var stored = converter.store(document);
        newer.defaults(stored);
        converter.show(stored);
        document.removeAll();
        document.setAll(stored);
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        return newer.checkNew(converter.store(document));
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        return write.isOf("status") ? List.of() : checkNew(write.sent());
    }
}
