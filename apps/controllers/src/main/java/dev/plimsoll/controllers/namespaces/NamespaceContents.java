package dev.plimsoll.controllers.namespaces;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.NamespaceObject;
import dev.plimsoll.objects.StatusDraft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is left of a namespace that goes.
 *
 * @param counts by resource, as people read it
 * @param finalizers how many objects wait for each
 * @param discoveryProblem empty if everything could be found
 * @param deletionProblems empty if everything could be asked to go
 */
record NamespaceContents(
        Map<String, Integer> counts,
        Map<String, Integer> finalizers,
        String discoveryProblem,
        List<String> deletionProblems) {
    static NamespaceContents none(String discoveryProblem) {
        return new NamespaceContents(new TreeMap<>(), new TreeMap<>(), discoveryProblem, new ArrayList<>());
    }

    void add(ApiResource resource, List<ApiObject> objects) {
        if (objects.isEmpty()) return;
        counts.put(resource.plural() + "." + resource.group(), objects.size());
        for (var object : objects) {
            for (var finalizer : object.metadata().finalizers()) finalizers.merge(finalizer, 1, Integer::sum);
        }
    }

    boolean isEmpty() {
        return counts.isEmpty() && discoveryProblem.isEmpty() && deletionProblems.isEmpty();
    }

    /** The status of the namespace. */
    StatusDraft status(NamespaceObject namespace, Instant now) {
        var status = namespace.statusDraft().phase("Terminating");
        say(
                status,
                now,
                "NamespaceDeletionDiscoveryFailure",
                discoveryProblem,
                "DiscoveryFailed",
                new Fine("ResourcesDiscovered", "All resources successfully discovered"));
        say(
                status,
                now,
                "NamespaceDeletionGroupVersionParsingFailure",
                "",
                "GroupVersionParsingFailed",
                new Fine("ParsedGroupVersions", "All legacy kube types successfully parsed"));
        say(
                status,
                now,
                "NamespaceDeletionContentFailure",
                String.join(", ", deletionProblems),
                "ContentDeletionFailed",
                new Fine("ContentDeleted", "All content successfully deleted, may be waiting on finalization"));
        say(
                status,
                now,
                "NamespaceContentRemaining",
                counts.isEmpty()
                        ? ""
                        : "Some resources are remaining: " + joined(counts, " has ", " resource instances"),
                "SomeResourcesRemain",
                new Fine("ContentRemoved", "All content successfully removed"));
        say(
                status,
                now,
                "NamespaceFinalizersRemaining",
                finalizers.isEmpty()
                        ? ""
                        : "Some content in the namespace has finalizers remaining: "
                                + joined(finalizers, " in ", " resource instances"),
                "SomeFinalizersRemain",
                new Fine("ContentHasNoFinalizers", "All content-preserving finalizers finished"));
        return status;
    }

    private record Fine(String reason, String message) {}

    private static void say(StatusDraft status, Instant now, String type, String problem, String reason, Fine fine) {
        status.condition(
                problem.isEmpty()
                        ? new ConditionUpdate(type, "False", fine.reason(), fine.message())
                        : new ConditionUpdate(type, "True", reason, problem),
                now);
    }

    private static String joined(Map<String, Integer> counts, String between, String after) {
        var parts = new ArrayList<String>();
        counts.forEach((name, count) -> parts.add(name + between + count + after));
        return String.join(", ", parts);
    }
}
