package dev.plimsoll.controllers.loop;

import dev.plimsoll.codec.selector.LabelSelector;
import dev.plimsoll.controllers.objects.Meta;
import dev.plimsoll.controllers.objects.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Which objects belong to a workload: those that it controls and whose labels it selects. What it controls and no longer selects
 * is released; what nobody controls and it selects is adopted. Nothing is adopted or released once either is being deleted.
 */
public record Claim<T>(List<T> owned, List<T> adopt, List<T> release) {
    public Claim {
        owned = List.copyOf(owned);
        adopt = List.copyOf(adopt);
        release = List.copyOf(release);
    }

    /**
     * Decides.
     *
     * @param orphans what nobody controls in the namespace
     */
    public static <T> Claim<T> decide(
            Workload owner,
            Optional<LabelSelector> selector,
            List<T> controlled,
            List<T> orphans,
            Function<T, Meta> meta) {
        var owned = new ArrayList<T>();
        var adopt = new ArrayList<T>();
        var release = new ArrayList<T>();
        for (var object : controlled) {
            var matches = selector.filter(
                            each -> each.matches(meta.apply(object).labels()))
                    .isPresent();
            if (matches) owned.add(object);
            else if (!owner.meta().isBeingDeleted() && !meta.apply(object).isBeingDeleted()) release.add(object);
        }
        if (owner.meta().isBeingDeleted() || selector.isEmpty()) return new Claim<>(owned, adopt, release);
        for (var object : orphans) {
            var view = meta.apply(object);
            if (!view.isBeingDeleted() && selector.get().matches(view.labels())) adopt.add(object);
        }
        return new Claim<>(owned, adopt, release);
    }
}
