package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.view.PodWriter;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.LimitRangeRules;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.documents.Views;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.util.List;

/** LimitRanges: the core has their rules. */
public final class LimitRangeStrategy extends GenericStrategy {
    private final LimitRangeRules rules;

    public LimitRangeStrategy(StrategySetup setup) {
        super(setup);
        this.rules = LimitRangeRules.under(setup.gates());
    }

    /** One without a name gets one that nobody else has. */
    @Override
    public void prepareNew(ObjectNode document) {
        super.prepareNew(document);
        var meta = DocumentMetadata.of(document);
        if (meta.name().isEmpty()) meta.put("name", meta.uid());
    }

    @Override
    public void defaults(ObjectNode document) {
        var items = Views.limitRange(document).items();
        var list = document.path("spec").path("limits");
        for (var i = 0; i < items.size(); i++) {
            if (!items.get(i).type().equals(LimitRange.TYPE_CONTAINER)) continue;
            var node = (ObjectNode) list.get(i);
            var limit = items.get(i).defaultLimit();
            var request = items.get(i).defaultRequest();
            if (!limit.isEmpty()) node.set("default", PodWriter.amounts(node, limit));
            if (!request.isEmpty()) node.set("defaultRequest", PodWriter.amounts(node, request));
        }
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        return rules.check(Views.limitRange(document));
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        return checkNew(write.sent());
    }
}
