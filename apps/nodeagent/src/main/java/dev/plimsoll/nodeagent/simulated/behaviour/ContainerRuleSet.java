package dev.plimsoll.nodeagent.simulated.behaviour;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import java.time.Duration;
import java.util.List;

/** What containers do on simulated nodes, beside what their pods say. */
public final class ContainerRuleSet {
    public static final ContainerRuleSet NONE = new ContainerRuleSet(List.of());

    private final List<ContainerRule> rules;
    private final Duration stop;

    ContainerRuleSet(List<ContainerRule> rules) {
        this(rules, Duration.ZERO);
    }

    private ContainerRuleSet(List<ContainerRule> rules, Duration stop) {
        this.rules = List.copyOf(rules);
        this.stop = stop;
    }

    /** The same for nodes whose containers take so long to end when they are told to, unless their pods say otherwise. */
    public ContainerRuleSet stoppingWithin(Duration changed) {
        return new ContainerRuleSet(rules, changed);
    }

    Duration stop() {
        return stop;
    }

    /** All that is said about a container; of rules that say the same thing the first counts. */
    ContainerRule of(ObjectMeta pod, Container container) {
        var all = ContainerRule.OPEN;
        for (var rule : rules) if (rule.match().accepts(pod, container)) all = all.or(rule);
        return all;
    }

    public int size() {
        return rules.size();
    }
}
