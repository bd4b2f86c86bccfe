package dev.plimsoll.objects.autoscaling.vertical;

import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.histogram.DecayingHistogram;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint.BucketWeight;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.UsageCheckpoint;
import dev.plimsoll.objects.ApiObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/** A VerticalPodAutoscalerCheckpoint: the history of one container of the pods of an object. */
public final class VpaCheckpointObject extends ApiObject {
    public static final ApiResource RESOURCE = ApiResource.namespaced(
            "autoscaling.k8s.io", "v1", "verticalpodautoscalercheckpoints", "VerticalPodAutoscalerCheckpoint");

    private static final int LONGEST_BUCKET = 5;

    public VpaCheckpointObject(ObjectNode document) {
        super(document);
    }

    /** The name for the history of a container. No container has a name that begins with a hyphen, so that the history of whole pods takes nobody's name. */
    public static ObjectName name(ObjectName vpa, String container) {
        return new ObjectName(vpa.namespace(), vpa.name() + (container.isEmpty() ? "--pod" : "-" + container));
    }

    /** The object whose history it is. */
    public ObjectName vpa() {
        return new ObjectName(metadata().namespace(), text(specNode(), "vpaObjectName"));
    }

    /** Empty for the history of whole pods. */
    public String container() {
        return text(specNode(), "containerName");
    }

    /** Empty where it is of another version. */
    public Optional<UsageCheckpoint> usage() {
        var status = statusNode();
        if (!text(status, "version").equals(UsageCheckpoint.VERSION)) return Optional.empty();
        return Optional.of(new UsageCheckpoint(
                millis(status, "firstSampleStart", ContainerUsage.NEVER),
                millis(status, "lastSampleStart", ContainerUsage.NEVER),
                number(status, "totalSamplesCount", 0),
                histogram(status.path("cpuHistogram")),
                histogram(status.path("memoryHistogram"))));
    }

    private static long millis(JsonNode node, String name, long absent) {
        return time(node, name).map(Instant::toEpochMilli).orElse(absent);
    }

    private static HistogramCheckpoint histogram(JsonNode node) {
        var weights = new ArrayList<BucketWeight>();
        for (var entry : node.path("bucketWeights").properties()) {
            weights.add(
                    new BucketWeight(bucket(entry.getKey()), entry.getValue().asLong(-1)));
        }
        return new HistogramCheckpoint(
                millis(node, "referenceTimestamp", DecayingHistogram.YEAR_ONE),
                weights,
                node.path("totalWeight").asDouble());
    }

    /** A name that is no number is a bucket that there is not. */
    private static int bucket(String name) {
        var isNumber = !name.isEmpty()
                && name.length() <= LONGEST_BUCKET
                && name.chars().allMatch(Character::isDigit);
        return isNumber ? Integer.parseInt(name) : -1;
    }
}
