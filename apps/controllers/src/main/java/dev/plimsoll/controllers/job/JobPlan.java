package dev.plimsoll.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.controllers.objects.PodView;
import java.time.Duration;
import java.util.List;

/**
 * What is to be done about a job, in this order: pods that are too many go without being counted, then the status is stored, then
 * finalizers go, then pods are deleted or made.
 *
 * @param discard pods that nobody counts: there are too many, or the job is suspended
 * @param release pods whose finalizer goes
 * @param delete pods of a job that has come to its end
 * @param create an index for each pod; -1 for one without
 * @param failures how often each index has failed, for the pods that are made
 * @param notes for people
 * @param again when time alone changes something; zero for never
 */
record JobPlan(
        ObjectNode status,
        List<PodView> discard,
        List<PodView> release,
        List<PodView> delete,
        List<Integer> create,
        IndexFailures failures,
        List<Note> notes,
        Duration again) {
    /** An event. */
    record Note(boolean isWarning, String reason, String message) {}
}
