package dev.plimsoll.autoscaler.recommender;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.Documents;
import dev.plimsoll.autoscaler.cluster.UpdatesBlocked;
import dev.plimsoll.autoscaler.cluster.Vpa;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.estimation.recommendation.RecommendationText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The status of a VerticalPodAutoscaler.
 *
 * @param unsupported why its target cannot be used; empty where it can
 * @param unmeasured why nothing is known of what its pods use; empty where that is known
 * @param notices what else people should know
 */
record Status(
        Recommendation recommendation,
        boolean matchesPods,
        String unsupported,
        String unmeasured,
        List<Notice> notices) {
    private static final String NO_PODS = "NoPodsMatched";
    private static final String PROVIDED = "RecommendationProvided";

    Status {
        notices = List.copyOf(notices);
    }

    /** A condition that is there while it is true. */
    record Notice(String type, String reason, String message) {}

    private record Entry(String type, boolean isTrue, String reason, String message) {}

    ObjectNode document(Vpa vpa, Instant now) {
        var status = ClientJson.object();
        status.put("observedGeneration", vpa.generation());
        var conditions = status.putArray("conditions");
        var blocked = condition(vpa.status(), UpdatesBlocked.TYPE);
        for (var entry : conditions()) {
            var text = entry.isTrue() ? "True" : "False";
            var before = condition(vpa.status(), entry.type());
            var since = before.path("status").asText().equals(text)
                    ? before.path("lastTransitionTime").asText()
                    : Documents.text(now);
            var condition = conditions.addObject().put("type", entry.type()).put("status", text);
            condition.put("lastTransitionTime", since);
            if (!entry.reason().isEmpty()) condition.put("reason", entry.reason());
            if (!entry.message().isEmpty()) condition.put("message", entry.message());
            condition.put("observedGeneration", vpa.generation());
        }
        // The updater's; last, as its name is.
        if (!blocked.isEmpty()) conditions.add(blocked);
        if (!recommendation.containers().isEmpty()) write(status.putObject("recommendation"));
        return status;
    }

    private List<Entry> conditions() {
        var none = "No pods match this VPA object";
        var entries = new ArrayList<Entry>();
        var provided = !recommendation.containers().isEmpty();
        if (provided) entries.add(new Entry(PROVIDED, true, "", ""));
        else if (!matchesPods) entries.add(new Entry(PROVIDED, false, NO_PODS, none));
        else entries.add(new Entry(PROVIDED, false, unmeasured.isEmpty() ? "" : "NoMetrics", unmeasured));
        for (var notice : notices) entries.add(new Entry(notice.type(), true, notice.reason(), notice.message()));
        if (!matchesPods) entries.add(new Entry(NO_PODS, true, NO_PODS, none));
        if (!unsupported.isEmpty()) entries.add(new Entry("ConfigUnsupported", true, "", unsupported));
        entries.sort(Comparator.comparing(Entry::type));
        return entries;
    }

    private static JsonNode condition(JsonNode status, String type) {
        for (var condition : status.path("conditions")) {
            if (condition.path("type").asText().equals(type)) return condition;
        }
        return ClientJson.object();
    }

    private void write(ObjectNode node) {
        recommendation.pod().ifPresent(pod -> writePod(pod, node.putObject("podRecommendation")));
        var containers = node.putArray("containerRecommendations");
        recommendation.containers().stream()
                .sorted(Comparator.comparing(container -> container.containerName()))
                .forEach(container -> write(
                        container.estimate(), containers.addObject().put("containerName", container.containerName())));
        var shown = recommendation.pod().orElseGet(() -> first().estimate()).target();
        if (shown.isEmpty()) return;
        var summary = node.putObject("summary");
        for (var compute : Compute.ALL) {
            if (!shown.contains(compute.resource())) continue;
            summary.put(compute.resource().text(), RecommendationText.of(compute, compute.unitsOf(shown)));
        }
    }

    private ContainerEstimate first() {
        return recommendation.containers().stream()
                .min(Comparator.comparing(ContainerEstimate::containerName))
                .orElseThrow();
    }

    private void writePod(Estimate pod, ObjectNode node) {
        write(pod, node);
        if (!recommendation.podMaximum().isEmpty()) {
            Documents.write(recommendation.podMaximum(), node.putObject("maxAllowed"));
        }
        if (recommendation.excluded().isEmpty()) return;
        var excluded = node.putArray("excludedContainers");
        for (var container : recommendation.excluded()) {
            var entry = excluded.addObject().put("containerName", container.containerName());
            if (!container.target().isEmpty()) Documents.write(container.target(), entry.putObject("target"));
            if (!container.requested().isEmpty()) Documents.write(container.requested(), entry.putObject("requested"));
        }
    }

    private static void write(Estimate estimate, ObjectNode node) {
        Documents.write(estimate.target(), node.putObject("target"));
        Documents.write(estimate.lowerBound(), node.putObject("lowerBound"));
        Documents.write(estimate.upperBound(), node.putObject("upperBound"));
        Documents.write(estimate.uncappedTarget(), node.putObject("uncappedTarget"));
    }

    /** Whether this is what the object says already. */
    static boolean same(ObjectNode status, Vpa vpa) {
        // Numbers differ in their Java types between what is made here and what was read.
        return ClientJson.read(ClientJson.bytes(status))
                .filter(vpa.status()::equals)
                .isPresent();
    }

    static boolean conditionsDiffer(ObjectNode status, Vpa vpa) {
        return !status.path("conditions")
                        .toString()
                        .equals(vpa.status().path("conditions").toString())
                || status.path("observedGeneration").asLong()
                        != vpa.status().path("observedGeneration").asLong(-1);
    }
}
