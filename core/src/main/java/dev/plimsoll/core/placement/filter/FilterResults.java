package dev.plimsoll.core.placement.filter;

import dev.plimsoll.core.placement.profile.Plugin;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which nodes were refused, by which rules, for which reasons. */
public final class FilterResults {
    private static final byte REFUSED = 1;
    private static final byte UNRESOLVABLE = 2;
    private static final int MOST_TEXTS = 64;

    private static final long[] NO_REASONS = {};
    private static final byte[] NO_VERDICTS = {};

    /** Negative where nobody wants to know. */
    private final int capacity;
    /** Made with the first refusal: most pods find a node without any. */
    private long[] reasons = NO_REASONS;

    private byte[] verdicts = NO_VERDICTS;
    private final List<String> texts = new ArrayList<>();
    private final EnumSet<Plugin> plugins = EnumSet.noneOf(Plugin.class);

    public FilterResults(int capacity) {
        this.capacity = capacity;
    }

    /** For who asks whether a row will do, and not why: nothing is noted. */
    public static FilterResults ignored() {
        return new FilterResults(-1);
    }

    /** Notes a reason against a row; several may stand against one. */
    public void refuse(int row, Plugin plugin, String reason) {
        note(row, plugin, REFUSED, reason);
    }

    /** The same where no other pod's going would help. */
    public void refuseForGood(int row, Plugin plugin, String reason) {
        note(row, plugin, UNRESOLVABLE, reason);
    }

    private void note(int row, Plugin plugin, byte verdict, String reason) {
        if (capacity < 0) return;
        plugins.add(plugin);
        if (reasons.length == 0) {
            reasons = new long[capacity];
            verdicts = new byte[capacity];
        }
        if (verdict > verdicts[row]) verdicts[row] = verdict;
        var index = texts.indexOf(reason);
        if (index < 0) {
            if (texts.size() == MOST_TEXTS) index = MOST_TEXTS - 1; // one pod never names that many resources
            else {
                index = texts.size();
                texts.add(reason);
            }
        }
        reasons[row] |= 1L << index;
    }

    public boolean isRefused(int row) {
        return verdicts.length > 0 && verdicts[row] != 0;
    }

    public boolean isUnresolvable(int row) {
        return verdicts.length > 0 && verdicts[row] == UNRESOLVABLE;
    }

    /** The rules that refused a node. */
    public Set<Plugin> plugins() {
        return plugins;
    }

    public List<String> reasons(int row) {
        var all = new ArrayList<String>();
        if (reasons.length == 0) return all;
        for (var i = 0; i < texts.size(); i++) if ((reasons[row] >> i & 1) != 0) all.add(texts.get(i));
        return all;
    }

    /** Takes over what was found against one row of another table. */
    public void copy(int row, FilterResults other, int otherRow) {
        for (var reason : other.reasons(otherRow)) {
            for (var plugin : other.plugins) {
                note(row, plugin, other.verdicts[otherRow], reason);
            }
        }
    }

    /** {@code 0/N nodes are available: COUNT REASON, ...}, in the order of the texts. */
    public String histogram(int nodes) {
        var counts = new int[texts.size()];
        for (var mask : reasons) {
            for (var rest = mask; rest != 0; rest &= rest - 1) counts[Long.numberOfTrailingZeros(rest)]++;
        }
        var items = new TreeSet<String>();
        for (var i = 0; i < counts.length; i++) if (counts[i] > 0) items.add(counts[i] + " " + texts.get(i));
        return "0/" + nodes + " nodes are available: " + String.join(", ", items) + ".";
    }
}
