package dev.plimsoll.autoscaler.recommender;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.cluster.Documents;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.estimation.histogram.DecayingHistogram;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint.BucketWeight;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.UsageCheckpoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/**
 * A VerticalPodAutoscalerCheckpoint.
 *
 * @param vpa the object whose history it is
 */
record CheckpointDocument(ObjectName vpa, String container, UsageCheckpoint usage) {
    private static final String VERSION = "version";

    ObjectName name() {
        return name(vpa, container);
    }

    /** No container has a name that begins with a hyphen, so that the history of whole pods takes nobody's name. */
    static ObjectName name(ObjectName vpa, String container) {
        return new ObjectName(vpa.namespace(), vpa.name() + (container.isEmpty() ? "--pod" : "-" + container));
    }

    /** Empty where it is of another version or nobody's. */
    static Optional<CheckpointDocument> of(JsonNode document) {
        var spec = document.path("spec");
        var status = document.path("status");
        if (!status.path(VERSION).asText().equals(UsageCheckpoint.VERSION)) return Optional.empty();
        var usage = new UsageCheckpoint(
                millis(status.path("firstSampleStart")),
                millis(status.path("lastSampleStart")),
                status.path("totalSamplesCount").asLong(),
                histogram(status.path("cpuHistogram")),
                histogram(status.path("memoryHistogram")));
        var owner = new ObjectName(
                document.path("metadata").path("namespace").asText(),
                spec.path("vpaObjectName").asText());
        return Optional.of(
                new CheckpointDocument(owner, spec.path("containerName").asText(), usage));
    }

    private static long millis(JsonNode time) {
        return Documents.time(time).map(Instant::toEpochMilli).orElse(ContainerUsage.NEVER);
    }

    private static HistogramCheckpoint histogram(JsonNode node) {
        var weights = new ArrayList<BucketWeight>();
        for (var entry : node.path("bucketWeights").properties()) {
            weights.add(
                    new BucketWeight(bucket(entry.getKey()), entry.getValue().asLong(-1)));
        }
        var reference = Documents.time(node.path("referenceTimestamp")).map(Instant::toEpochMilli);
        return new HistogramCheckpoint(
                reference.orElse(DecayingHistogram.YEAR_ONE),
                weights,
                node.path("totalWeight").asDouble());
    }

    /** A name that is no number is a bucket that there is not. */
    private static int bucket(String name) {
        var isNumber = !name.isEmpty() && name.length() < 6 && name.chars().allMatch(Character::isDigit);
        return isNumber ? Integer.parseInt(name) : -1;
    }

    ObjectNode document(Instant now) {
        var document = ClientJson.object()
                .put("apiVersion", AutoscalerResources.CHECKPOINTS.apiVersion())
                .put("kind", AutoscalerResources.CHECKPOINTS.kind());
        document.putObject("metadata").put("name", name().name()).put("namespace", vpa.namespace());
        document.putObject("spec").put("vpaObjectName", vpa.name()).put("containerName", container);
        document.set("status", status(now));
        return document;
    }

    ObjectNode status(Instant now) {
        var status = ClientJson.object();
        status.put("lastUpdateTime", Documents.text(now));
        status.put(VERSION, UsageCheckpoint.VERSION);
        write(usage.cpu(), status.putObject("cpuHistogram"));
        write(usage.memory(), status.putObject("memoryHistogram"));
        put(status, "firstSampleStart", usage.firstSample());
        put(status, "lastSampleStart", usage.lastSample());
        status.put("totalSamplesCount", usage.samples());
        return status;
    }

    private static void write(HistogramCheckpoint histogram, ObjectNode node) {
        if (histogram.reference() == DecayingHistogram.YEAR_ONE) node.putNull("referenceTimestamp");
        else put(node, "referenceTimestamp", histogram.reference());
        var weights = node.putObject("bucketWeights");
        for (var entry : histogram.bucketWeights()) weights.put(Integer.toString(entry.bucket()), entry.weight());
        node.put("totalWeight", histogram.totalWeight());
    }

    private static void put(ObjectNode node, String field, long millis) {
        if (millis == ContainerUsage.NEVER) node.putNull(field);
        else node.put(field, Documents.text(Instant.ofEpochMilli(millis)));
    }
}
