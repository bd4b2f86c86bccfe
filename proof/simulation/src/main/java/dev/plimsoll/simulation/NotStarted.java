package dev.plimsoll.simulation;

import java.util.List;

/** The node refuses to start. */
public final class NotStarted extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient List<String> reasons;

    NotStarted(List<String> reasons) {
        super(String.join("; ", reasons));
        this.reasons = List.copyOf(reasons);
    }

    public List<String> reasons() {
        return reasons;
    }
}
