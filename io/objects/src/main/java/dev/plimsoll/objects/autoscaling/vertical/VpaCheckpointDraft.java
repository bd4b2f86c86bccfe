package dev.plimsoll.objects.autoscaling.vertical;

import com.fasterxml.jackson.databind.node.DoubleNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.estimation.histogram.DecayingHistogram;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.UsageCheckpoint;
import dev.plimsoll.objects.JsonPatchDraft;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Instant;

/** A checkpoint that is being written. */
public final class VpaCheckpointDraft extends ObjectDraft {
    /** @param container empty for the history of whole pods */
    public VpaCheckpointDraft(ObjectName vpa, String container, UsageCheckpoint usage, Instant now) {
        super(VpaCheckpointObject.RESOURCE, VpaCheckpointObject.name(vpa, container));
        spec().put("vpaObjectName", vpa.name()).put("containerName", container);
        var status = root().object("status");
        status.put("lastUpdateTime", Timestamps.text(now)).put("version", UsageCheckpoint.VERSION);
        write(usage.cpu(), status.object("cpuHistogram"));
        write(usage.memory(), status.object("memoryHistogram"));
        put(status, "firstSampleStart", usage.firstSample(), ContainerUsage.NEVER);
        put(status, "lastSampleStart", usage.lastSample(), ContainerUsage.NEVER);
        status.put("totalSamplesCount", usage.samples());
    }

    private static void write(HistogramCheckpoint histogram, DraftNode node) {
        put(node, "referenceTimestamp", histogram.reference(), DecayingHistogram.YEAR_ONE);
        var weights = node.object("bucketWeights");
        for (var entry : histogram.bucketWeights()) weights.put(Integer.toString(entry.bucket()), entry.weight());
        node.set("totalWeight", DoubleNode.valueOf(histogram.totalWeight()));
    }

    private static void put(DraftNode node, String field, long millis, long never) {
        if (millis == never) node.putNull(field);
        else node.put(field, Timestamps.text(Instant.ofEpochMilli(millis)));
    }

    /** The change of a checkpoint that is there already. */
    public Patch statusPatch() {
        return new JsonPatchDraft().replace("/status", root().path("status")).patch();
    }
}
