package dev.plimsoll.core.workloads;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

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
     * Decides. The two lists may have been read one after the other: what is in both counts once, as controlled. A pod that was counted
     * twice would make another one too many.
     *
     * @param selects whether the workload selects an object by its labels
     * @param orphans what nobody controls in the namespace
     */
    public static <T> Claim<T> decide(
            ObjectMetadata owner,
            Predicate<Map<String, String>> selects,
            List<T> controlled,
            List<T> orphans,
            Function<T, ObjectMetadata> meta) {
        var owned = new ArrayList<T>();
        var adopt = new ArrayList<T>();
        var release = new ArrayList<T>();
        var known = new HashSet<String>();
        for (var object : controlled) {
            known.add(meta.apply(object).uid());
            if (selects.test(meta.apply(object).labels())) owned.add(object);
            else if (!owner.isBeingDeleted() && !meta.apply(object).isBeingDeleted()) release.add(object);
        }
        if (owner.isBeingDeleted()) return new Claim<>(owned, adopt, release);
        for (var object : orphans) {
            var view = meta.apply(object);
            if (!known.contains(view.uid()) && !view.isBeingDeleted() && selects.test(view.labels())) adopt.add(object);
        }
        return new Claim<>(owned, adopt, release);
    }
}
