package dev.plimsoll.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.histogram.HistogramCheckpoint;
import dev.plimsoll.core.estimation.recommendation.Estimator;
import dev.plimsoll.core.estimation.recommendation.EstimatorSettings;
import dev.plimsoll.core.estimation.usage.ContainerUsage;
import dev.plimsoll.core.estimation.usage.SampledContainer;
import dev.plimsoll.core.estimation.usage.SamplingRules;
import dev.plimsoll.core.estimation.usage.UsageScales;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** Samples of a pod's containers: which were taken in, the checkpoints after them, and what is recommended. */
final class VpaReplay implements Replay {
    private static final Estimator ESTIMATOR = new Estimator(EstimatorSettings.DEFAULT);

    @Override
    public String recording() {
        return "vpa";
    }

    @Override
    public ReplayVerdict replay(JsonNode line) {
        var comparison = new LineComparison();
        var usages = new TreeMap<String, ContainerUsage>();
        for (var container : line.get("containers").properties()) {
            usages.put(container.getKey(), sampled(container.getKey(), container.getValue(), comparison));
        }
        for (var entry : usages.entrySet()) {
            var name = entry.getKey();
            compareCheckpoint(name, line.at("/containers/" + name + "/checkpoint"), entry.getValue(), comparison);
            compareBounds(name, line.at("/recommendation/" + name), entry.getValue(), usages.size(), comparison);
        }
        comparison.equal(
                "recommended containers",
                LineComparison.texts(line.get("recommendation")).keySet(),
                usages.keySet());
        return comparison.verdict();
    }

    private static ContainerUsage sampled(String name, JsonNode container, LineComparison comparison) {
        var usage = new ContainerUsage(UsageScales.DEFAULT);
        var instance = new SampledContainer();
        var index = 0;
        for (var event : container.get("events")) {
            var time = event.get("s").longValue() * 1000;
            var accepted = switch (event.get("t").asText()) {
                case "cpu" -> instance.cpu(time, milli(event.get("v").doubleValue()), usage);
                case "memory" -> instance.memory(time, event.get("v").longValue(), usage, SamplingRules.DEFAULT);
                case "oom" -> instance.oom(time, event.get("v").longValue(), usage, SamplingRules.DEFAULT);
                default -> throw new IllegalArgumentException("no such event: " + event);
            };
            comparison.equal(
                    name + " accepts event " + index++, event.get("accepted").booleanValue(), accepted);
        }
        return usage;
    }

    private static long milli(double cores) {
        return (long) (cores * 1000);
    }

    private static void compareCheckpoint(
            String name, JsonNode recorded, ContainerUsage usage, LineComparison comparison) {
        var ours = usage.checkpoint();
        comparison.number(name + " totalSamplesCount", recorded.get("totalSamplesCount"), ours.samples());
        comparison.text(name + " firstSampleStart", recorded.get("firstSampleStart"), time(ours.firstSample()));
        comparison.text(name + " lastSampleStart", recorded.get("lastSampleStart"), time(ours.lastSample()));
        compareHistogram(name + " cpuHistogram", recorded.get("cpuHistogram"), ours.cpu(), comparison);
        compareHistogram(name + " memoryHistogram", recorded.get("memoryHistogram"), ours.memory(), comparison);
    }

    private static void compareHistogram(
            String what, JsonNode recorded, HistogramCheckpoint ours, LineComparison comparison) {
        comparison.text(what + " reference", recorded.get("referenceTimestamp"), time(ours.reference()));
        comparison.equal(what + " weights", LineComparison.texts(recorded.get("bucketWeights")), weights(ours));
        comparison.equal(what + " total", recorded.get("totalWeight").doubleValue(), ours.totalWeight());
    }

    private static Map<String, String> weights(HistogramCheckpoint histogram) {
        var weights = new TreeMap<String, String>();
        for (var entry : histogram.bucketWeights()) {
            weights.put(Integer.toString(entry.bucket()), Long.toString(entry.weight()));
        }
        return weights;
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    private static void compareBounds(
            String name, JsonNode recorded, ContainerUsage usage, int containers, LineComparison comparison) {
        for (var compute : Compute.ALL) {
            var ours = ESTIMATOR.bounds(usage, containers, compute);
            var field = compute == Compute.CPU ? "cpuMillicores" : "memoryBytes";
            comparison.number(name + " target " + field, recorded.at("/target/" + field), ours.target());
            comparison.number(name + " lowerBound " + field, recorded.at("/lowerBound/" + field), ours.lower());
            comparison.number(name + " upperBound " + field, recorded.at("/upperBound/" + field), ours.upper());
        }
    }
}
