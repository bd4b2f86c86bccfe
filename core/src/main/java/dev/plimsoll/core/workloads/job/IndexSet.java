package dev.plimsoll.core.workloads.job;

import dev.plimsoll.core.workloads.ControlledPod;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;

/** Indexes of a job's pods, as its status has them: {@code 0,2-4}. */
public final class IndexSet {
    public static final String ANNOTATION = "batch.kubernetes.io/job-completion-index";

    private final TreeSet<Integer> indexes = new TreeSet<>();

    static OptionalInt of(ControlledPod pod) {
        try {
            var index = Integer.parseInt(pod.meta().annotation(ANNOTATION));
            return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
        } catch (NumberFormatException _) {
            return OptionalInt.empty();
        }
    }

    /** Reads; what is no index, or not below the number of completions, is left out. */
    static IndexSet parse(String text, int completions) {
        var set = new IndexSet();
        for (var part : text.split(",", -1)) {
            var ends = part.split("-", 2);
            var first = number(ends[0]);
            var last = ends.length == 1 ? first : number(ends[1]);
            if (first < 0) continue;
            for (var i = first; i <= Math.min(last, completions - 1); i++) set.indexes.add(i);
        }
        return set;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    void add(int index) {
        indexes.add(index);
    }

    void addTo(IndexSet other) {
        other.indexes.addAll(indexes);
    }

    boolean contains(int index) {
        return indexes.contains(index);
    }

    /** Those that are in the other set too. */
    IndexSet within(IndexSet other) {
        var both = new IndexSet();
        both.indexes.addAll(indexes);
        both.indexes.retainAll(other.indexes);
        return both;
    }

    int size() {
        return indexes.size();
    }

    /** The lowest ones below a bound that are not here. */
    List<Integer> missing(int below, int most) {
        var missing = new ArrayList<Integer>();
        for (var i = 0; i < below && missing.size() < most; i++) if (!indexes.contains(i)) missing.add(i);
        return missing;
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        Integer first = null;
        Integer last = null;
        for (var index : indexes) {
            if (last != null && index == last + 1) {
                last = index;
                continue;
            }
            append(text, first, last);
            first = index;
            last = index;
        }
        append(text, first, last);
        return text.toString();
    }

    private static void append(
            StringBuilder text,
            @org.jspecify.annotations.Nullable Integer first,
            @org.jspecify.annotations.Nullable Integer last) {
        if (first == null || last == null) return;
        if (!text.isEmpty()) text.append(',');
        text.append(first);
        if (!first.equals(last)) text.append(last == first + 1 ? "," : "-").append(last);
    }
}
