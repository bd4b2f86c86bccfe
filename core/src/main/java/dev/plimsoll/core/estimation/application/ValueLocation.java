package dev.plimsoll.core.estimation.application;

/**
 * Where in a pod a value stands: a regular container, or the pod as a whole.
 *
 * @param container the container's place in its list, or {@link #POD}'s
 */
public record ValueLocation(int container) implements Comparable<ValueLocation> {
    /** The pod as a whole, in front of its containers. */
    public static final ValueLocation POD = new ValueLocation(-1);

    public static ValueLocation container(int index) {
        return new ValueLocation(index);
    }

    public boolean isPod() {
        return container < 0;
    }

    /** The JSON pointer of its resources. */
    String path() {
        return isPod() ? "/spec/resources" : "/spec/containers/" + container + "/resources";
    }

    /** As annotations name it. */
    String text() {
        return isPod() ? "pod" : "container " + container;
    }

    @Override
    public int compareTo(ValueLocation other) {
        return Integer.compare(container, other.container);
    }
}
