package dev.plimsoll.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about a cron job, in this order: old jobs go, those that are to be replaced go, the one whose time has come is
 * made, the status is stored.
 *
 * @param status as it is to be, but for the job that is made
 * @param forget jobs that ended and are more than are kept
 * @param replace jobs that make room for the one that is made
 * @param startOrNone the job whose time has come
 * @param notes for people
 * @param again when the next time comes; zero for never
 */
record CronPlan(
        ObjectNode status,
        List<Workload> forget,
        List<Workload> replace,
        Optional<Start> startOrNone,
        List<Note> notes,
        Duration again) {
    CronPlan {
        forget = List.copyOf(forget);
        replace = List.copyOf(replace);
        notes = List.copyOf(notes);
    }

    /** A job, and the time that it is for. */
    record Start(ObjectNode job, String scheduled) {}

    /** An event. */
    record Note(boolean isWarning, String reason, String message) {}
}
