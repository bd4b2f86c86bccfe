package dev.plimsoll.simulation.cluster;

import java.util.function.Consumer;

/** What one program has heard of the API's changes: all of them, in order, late. */
final class Feed {
    private final SimulatedApi api;
    private final Consumer<SimulatedApi.Event> listener;
    private int heard;

    /** Begins after what there is now: that the program has read by a list. */
    Feed(SimulatedApi api, Consumer<SimulatedApi.Event> listener) {
        this.api = api;
        this.listener = listener;
        this.heard = api.events().size();
    }

    boolean isBehind() {
        return heard < api.events().size();
    }

    void deliver() {
        listener.accept(api.events().get(heard++));
    }
}
