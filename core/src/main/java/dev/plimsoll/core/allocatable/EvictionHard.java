package dev.plimsoll.core.allocatable;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The thresholds of {@code evictionHard}: what a node does not give to pods, because it evicts before that is used; and what it does
 * before that.
 *
 * @param thresholds those that are set; nobody is evicted for what the others are about
 * @param soft thresholds that may be met for a while
 */
public record EvictionHard(Map<EvictionSignal, EvictionThreshold> thresholds, EvictionSoft soft) {
    /** As nodes have it that are not told otherwise. */
    public static final EvictionHard DEFAULT = new EvictionHard(Map.of(
            EvictionSignal.MEMORY, new EvictionThreshold.Amount(100L << 20),
            EvictionSignal.NODEFS, new EvictionThreshold.Percent(BigDecimal.TEN),
            EvictionSignal.NODEFS_INODES, new EvictionThreshold.Percent(BigDecimal.valueOf(5)),
            EvictionSignal.IMAGEFS, new EvictionThreshold.Percent(BigDecimal.valueOf(15)),
            EvictionSignal.IMAGEFS_INODES, new EvictionThreshold.Percent(BigDecimal.valueOf(5))));

    /** Nobody is ever evicted because the node runs short. */
    public static final EvictionHard OFF = new EvictionHard(Map.of());

    public EvictionHard {
        var sorted = new EnumMap<EvictionSignal, EvictionThreshold>(EvictionSignal.class);
        sorted.putAll(thresholds);
        thresholds = Collections.unmodifiableMap(sorted);
    }

    /** Without soft thresholds. */
    public EvictionHard(Map<EvictionSignal, EvictionThreshold> thresholds) {
        this(thresholds, EvictionSoft.NONE);
    }

    public EvictionHard with(EvictionSoft changed) {
        return new EvictionHard(thresholds, changed);
    }

    public EvictionThreshold of(EvictionSignal signal) {
        var threshold = thresholds.get(signal);
        return threshold == null ? new EvictionThreshold.Off() : threshold;
    }

    public EvictionThreshold memory() {
        return of(EvictionSignal.MEMORY);
    }

    public EvictionThreshold nodefs() {
        return of(EvictionSignal.NODEFS);
    }

    /** As a kubelet's configuration has it, by name. */
    public Map<String, String> texts() {
        var texts = new TreeMap<String, String>();
        for (var signal : List.of(EvictionSignal.MEMORY, EvictionSignal.NODEFS))
            texts.put(signal.kubernetesName(), of(signal).text());
        thresholds.forEach((signal, threshold) -> texts.put(signal.kubernetesName(), threshold.text()));
        return texts;
    }

    /** A text, understood or not. */
    public sealed interface Parsed {
        record Ok(EvictionHard thresholds) implements Parsed {}

        record Malformed(String why) implements Parsed {}
    }

    /** As {@code --eviction-hard} has it. What is given replaces all defaults; an empty text switches eviction off. */
    public static Parsed parse(String text) {
        var given = new TreeMap<String, String>();
        if (text.isBlank()) return new Parsed.Ok(OFF);
        for (var entry : List.of(text.split(",", -1))) {
            var parts = entry.strip().split("<", -1);
            if (parts.length != 2) return unknown(entry.strip());
            if (given.put(parts[0], parts[1]) != null) return new Parsed.Malformed(parts[0] + " is there twice");
        }
        return of(given);
    }

    /** As the file of a kubelet's configuration has it, by name. */
    public static Parsed of(Map<String, String> given) {
        var thresholds = new EnumMap<EvictionSignal, EvictionThreshold>(EvictionSignal.class);
        for (var entry : given.entrySet()) {
            var signal = EvictionSignal.named(entry.getKey());
            if (signal.isEmpty()) return unknown(entry.getKey() + "<" + entry.getValue());
            switch (EvictionThreshold.parse(entry.getValue())) {
                case EvictionThreshold.Parsed.Malformed(var why) -> {
                    return new Parsed.Malformed(why);
                }
                case EvictionThreshold.Parsed.Ok(var threshold) -> thresholds.put(signal.get(), threshold);
            }
        }
        return new Parsed.Ok(new EvictionHard(thresholds));
    }

    private static Parsed unknown(String entry) {
        return new Parsed.Malformed(
                "\"" + entry + "\" is not of the form memory.available<100Mi or nodefs.available<10%; "
                        + "the signals that are watched are " + EvictionSignal.names());
    }
}
