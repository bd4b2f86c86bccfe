package dev.plimsoll.core.estimation.application;

/**
 * Where in a pod a value stands: a regular container, or the pod as a whole.
 *
 * @param container the container's place in its list, or {@link #POD}'s
 */
public record Place(int container) implements Comparable<Place> {
    /** The pod as a whole, in front of its containers. */
    public static final Place POD = new Place(-1);

    public static Place container(int index) {
        return new Place(index);
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
    public int compareTo(Place other) {
        return Integer.compare(container, other.container);
    }
}
