package dev.plimsoll.core.workloads;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The conditions of a status. */
public record Conditions(List<StatusCondition> all) {
    public static final Conditions NONE = new Conditions(List.of());

    public Conditions {
        all = List.copyOf(all);
    }

    public Optional<StatusCondition> find(String type) {
        return all.stream().filter(each -> each.type().equals(type)).findFirst();
    }

    public boolean is(String type, String status) {
        return find(type).filter(each -> each.status().equals(status)).isPresent();
    }

    /** Empty where there is no such condition. */
    public String reason(String type) {
        return find(type).map(StatusCondition::reason).orElse("");
    }

    /** Empty where there is no such condition. */
    public String message(String type) {
        return find(type).map(StatusCondition::message).orElse("");
    }

    /** Sets a condition; the time of its transition moves only if its status does. */
    public Conditions with(ConditionUpdate update, Instant now) {
        var changed = new ArrayList<StatusCondition>();
        var isKnown = false;
        for (var each : all) {
            if (!each.type().equals(update.type())) {
                changed.add(each);
                continue;
            }
            isKnown = true;
            changed.add(condition(update, now, each.status().equals(update.status()) ? each.lastTransition() : now));
        }
        if (!isKnown) changed.add(condition(update, now, now));
        return new Conditions(changed);
    }

    private static StatusCondition condition(ConditionUpdate update, Instant now, Instant transition) {
        return new StatusCondition(update.type(), update.status(), update.reason(), update.message(), now, transition);
    }

    public Conditions without(String type) {
        return new Conditions(
                all.stream().filter(each -> !each.type().equals(type)).toList());
    }
}
