package dev.plimsoll.kinds.strategy.builtin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.MetadataChecks;
import dev.plimsoll.kinds.rules.EventRules;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.strategy.GenericStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.util.List;

/** Events. Their metadata come after what both groups ask of an event; in the core group only if nothing else is wrong. */
public final class EventStrategy extends GenericStrategy {
    private final Kind kind;
    private final boolean isNewer;

    public EventStrategy(StrategySetup setup) {
        super(setup);
        this.kind = setup.kind();
        this.isNewer = !kind.group().isEmpty();
    }

    @Override
    public void defaults(ObjectNode document) {
        super.defaults(document);
        if (!(document.get("series") instanceof ObjectNode series)) return;
        if (!series.has("lastObservedTime")) series.putNull("lastObservedTime");
        if (series.path("count").isNumber() && series.path("count").asLong() == 0) series.remove("count");
    }

    @Override
    public boolean checksMetadata() {
        return true;
    }

    @Override
    public List<FieldError> checkNew(ObjectNode document) {
        var found = new Findings();
        var event = FieldValue.of(document);
        EventRules.check(event, isNewer ? EventRules.Names.NEWER : EventRules.Names.CORE, found);
        if (isNewer || found.isEmpty()) found.addAll(MetadataChecks.of(document, kind));
        if (isNewer) EventRules.checkNewer(event, found);
        return found.toList();
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        return MetadataChecks.of(write.sent(), kind);
    }
}
