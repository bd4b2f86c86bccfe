package dev.plimsoll.codec.json;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The way to a value of a document, written out only when somebody asks: names with dots, places in brackets. A client chooses
 * the names, and one long name lies on the way to thousands of values, so what is written out is bounded.
 */
public final class Trail {
    public static final Trail ROOT = new Trail(null, "", -1);

    /** The longest text of a way; what is longer ends in three points. */
    static final int LONGEST = 4_096;

    private final @Nullable Trail parent;
    private final String name;
    private final int place;

    private Trail(@Nullable Trail parent, String name, int place) {
        this.parent = parent;
        this.name = name;
        this.place = place;
    }

    public Trail member(String member) {
        return new Trail(this, member, -1);
    }

    public Trail entry(int index) {
        return new Trail(this, "", index);
    }

    @Override
    public String toString() {
        var steps = new ArrayList<Trail>();
        for (var step = this; step.parent != null; step = step.parent) steps.add(step);
        var text = new StringBuilder();
        for (var step : steps.reversed()) {
            if (text.length() > LONGEST) break;
            if (step.place >= 0) text.append('[').append(step.place).append(']');
            else text.append(text.isEmpty() ? "" : ".").append(step.name, 0, Math.min(step.name.length(), LONGEST));
        }
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text.toString();
    }

    /** Ways are equal if their steps are, whatever their texts look like. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Trail that)) return false;
        var one = this;
        while (one != that) {
            if (one.parent == null || that.parent == null) return false;
            if (one.place != that.place || !one.name.equals(that.name)) return false;
            one = one.parent;
            that = that.parent;
        }
        return true;
    }

    /** Of the last step alone: ways of one length differ there most. */
    @Override
    public int hashCode() {
        return name.hashCode() * 31 + place;
    }
}
