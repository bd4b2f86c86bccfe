package dev.plimsoll.codec.json;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** The way to a value of a document, written out only when somebody asks: names with dots, places in brackets. */
public final class Trail {
    public static final Trail ROOT = new Trail(null, "", -1);

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
            if (step.place >= 0) text.append('[').append(step.place).append(']');
            else text.append(text.isEmpty() ? "" : ".").append(step.name);
        }
        return text.toString();
    }
}
