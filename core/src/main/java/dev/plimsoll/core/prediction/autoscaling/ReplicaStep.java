package dev.plimsoll.core.prediction.autoscaling;

import java.time.Instant;

/**
 * A HorizontalPodAutoscaler changed the size of a workload.
 *
 * @param time of the recording
 * @param why as its event says it
 * @param waiting how many pods of the workload had no node afterwards
 */
public record ReplicaStep(Instant time, int from, int to, String why, int waiting) {}
