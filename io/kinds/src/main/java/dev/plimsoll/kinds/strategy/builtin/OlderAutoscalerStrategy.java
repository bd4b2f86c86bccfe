package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.VersionConverter;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import java.util.List;

/** HorizontalPodAutoscalers of autoscaling/v1: the rules are those of the newer version, asked of what is stored. */
final class OlderAutoscalerStrategy extends GenericStrategy {
    private final VersionConverter converter;
    private final AutoscalerStrategy newer;

    OlderAutoscalerStrategy(Kind kind, KindShape shape, VersionConverter converter) {
        super(kind, shape);
        this.converter = converter;
        this.newer = new AutoscalerStrategy(kind, shape);
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
