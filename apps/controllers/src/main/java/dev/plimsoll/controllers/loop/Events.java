package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.events.About;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.Occurrence;

/** Tells people what a controller did. */
public final class Events {
    private final EventRecorder recorder;

    public Events(EventRecorder recorder) {
        this.recorder = recorder;
    }

    public void normal(About about, String reason, String message) {
        recorder.record(about, Occurrence.Type.NORMAL, reason, message);
    }

    public void warning(About about, String reason, String message) {
        recorder.record(about, Occurrence.Type.WARNING, reason, message);
    }
}
