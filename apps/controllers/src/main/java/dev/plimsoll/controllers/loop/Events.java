package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.events.About;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.Occurrence;
import dev.plimsoll.core.workloads.WorkloadEvent;

/** Publishes what a controller did as events. */
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

    public void publish(About about, WorkloadEvent event) {
        if (event.isWarning()) warning(about, event.reason(), event.message());
        else normal(about, event.reason(), event.message());
    }
}
