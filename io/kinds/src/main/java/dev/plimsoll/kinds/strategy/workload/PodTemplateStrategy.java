package dev.plimsoll.kinds.strategy.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.pod.PodWarnings;
import java.util.List;

/** PodTemplates: a template that nobody makes pods from by itself. */
public final class PodTemplateStrategy extends WorkloadStrategy {
    public PodTemplateStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    protected List<String> nameWarnings(ObjectNode document) {
        return List.of();
    }

    @Override
    protected List<String> templateWarnings(ObjectNode document) {
        return PodWarnings.ofTemplate(document.path("template"), "template");
    }
}
