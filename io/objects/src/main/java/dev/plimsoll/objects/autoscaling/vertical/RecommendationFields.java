package dev.plimsoll.objects.autoscaling.vertical;

import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.podlevel.ExcludedContainer;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.recommendation.ContainerEstimate;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.estimation.recommendation.RecommendationText;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.Comparator;

/** {@code status.recommendation}, read and written. */
final class RecommendationFields {
    private final PodPolicyNames names;

    RecommendationFields(PodPolicyNames names) {
        this.names = names;
    }

    /** An amount that is no quantity is a {@link MalformedDocumentException}. */
    Recommendation read(JsonNode node) {
        var pod = names.recommendation(node);
        // A pod that is given nothing as a whole could not run.
        var isGiven = amounts(pod, "target").toMap().values().stream()
                .allMatch(amount -> amount.isGreaterThan(Quantity.ZERO));
        return new Recommendation(
                list(
                        node,
                        "containerRecommendations",
                        each -> new ContainerEstimate(text(each, "containerName"), estimate(each))),
                pod.isObject() && isGiven ? estimate(pod) : null,
                list(pod, "excludedContainers", RecommendationFields::excluded),
                amounts(pod, "maxAllowed"));
    }

    private static ExcludedContainer excluded(JsonNode node) {
        return new ExcludedContainer(text(node, "containerName"), amounts(node, "target"), amounts(node, "requested"));
    }

    private static Estimate estimate(JsonNode node) {
        var target = amounts(node, "target");
        return new Estimate(
                target,
                has(node, "lowerBound") ? amounts(node, "lowerBound") : target,
                has(node, "upperBound") ? amounts(node, "upperBound") : target,
                has(node, "uncappedTarget") ? amounts(node, "uncappedTarget") : target);
    }

    private static ResourceAmounts amounts(JsonNode owner, String name) {
        return WrittenAmounts.of(owner, name).amounts();
    }

    void write(Recommendation recommendation, DraftNode node) {
        recommendation.pod().ifPresent(pod -> writePod(recommendation, pod, names.newRecommendation(node)));
        var sorted = recommendation.containers().stream()
                .sorted(Comparator.comparing(ContainerEstimate::containerName))
                .toList();
        var containers = node.newList("containerRecommendations");
        for (var container : sorted) {
            write(container.estimate(), containers.addObject().put("containerName", container.containerName()));
        }
        var shown = recommendation
                .pod()
                .orElseGet(() -> sorted.getFirst().estimate())
                .target();
        if (shown.isEmpty()) return;
        var summary = node.newObject("summary");
        for (var compute : Compute.ALL) {
            if (!shown.contains(compute.resource())) continue;
            summary.put(compute.resource().text(), RecommendationText.of(compute, compute.unitsOf(shown)));
        }
    }

    private static void writePod(Recommendation recommendation, Estimate pod, DraftNode node) {
        write(pod, node);
        writeUnlessEmpty(recommendation.podMaximum(), "maxAllowed", node);
        if (recommendation.excluded().isEmpty()) return;
        var excluded = node.newList("excludedContainers");
        for (var container : recommendation.excluded()) {
            var entry = excluded.addObject().put("containerName", container.containerName());
            writeUnlessEmpty(container.target(), "target", entry);
            writeUnlessEmpty(container.requested(), "requested", entry);
        }
    }

    private static void write(Estimate estimate, DraftNode node) {
        WrittenAmounts.write(estimate.target(), node.newObject("target"));
        WrittenAmounts.write(estimate.lowerBound(), node.newObject("lowerBound"));
        WrittenAmounts.write(estimate.upperBound(), node.newObject("upperBound"));
        WrittenAmounts.write(estimate.uncappedTarget(), node.newObject("uncappedTarget"));
    }

    private static void writeUnlessEmpty(ResourceAmounts amounts, String name, DraftNode owner) {
        if (!amounts.isEmpty()) WrittenAmounts.write(amounts, owner.newObject(name));
    }
}
