package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.WatchEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Waits for objects to become as they should be. Nothing is polled: each change is looked at once. */
final class ObjectWait {
    private static final int MOST_SHOWN = 3;

    private final ApiClient client;
    private final FailureReport report;
    private final Duration patience;

    ObjectWait(ApiClient client, FailureReport report, Duration patience) {
        this.client = client;
        this.report = report;
        this.patience = patience;
    }

    ObjectWait within(Duration changed) {
        return new ObjectWait(client, report, changed);
    }

    ObjectNode forOne(ApiResource resource, ObjectName object, Predicate<ObjectNode> condition) {
        requireNamespace(object.namespace());
        var what = resource.kind() + " " + object;
        return until(resource, one(object), condition, what + " did not become as expected", deleted -> {
            throw new AssertionError(what + " was deleted while it was waited for; where another is to take its place, "
                    + "use awaitAny. It was:\n" + report.object(deleted));
        });
    }

    ObjectNode forAny(ApiResource resource, String namespace, Predicate<ObjectNode> condition) {
        requireNamespace(namespace);
        var what = "none of the " + resource.plural() + " in " + namespace + " became as expected";
        return until(resource, ObjectSelection.inNamespace(namespace), condition, what, _ -> Optional.empty());
    }

    /** Fails where there is no such namespace. */
    void requireNamespace(String namespace) {
        if (!namespace.isEmpty()
                && client.get(ApiResource.NAMESPACES, ObjectName.ofCluster(namespace))
                        instanceof RequestResult.NotFound<ObjectNode>)
            throw new AssertionError("there is no namespace " + namespace + "; create it first");
    }

    private ObjectNode until(
            ApiResource resource,
            ObjectSelection selection,
            Predicate<ObjectNode> condition,
            String otherwise,
            Function<ObjectNode, Optional<ObjectNode>> whenDeleted) {
        var now = list(resource, selection);
        return now.items().stream()
                .filter(condition)
                .findFirst()
                .or(() -> follow(resource, selection, now, event -> switch (event) {
                    case WatchEvent.Added(var added) -> Optional.of(added).filter(condition);
                    case WatchEvent.Modified(var modified) ->
                        Optional.of(modified).filter(condition);
                    case WatchEvent.Deleted(var deleted) -> whenDeleted.apply(deleted);
                    case WatchEvent.Bookmark _, WatchEvent.Failed _, WatchEvent.Garbled _ -> Optional.empty();
                }))
                .orElseThrow(() -> tooLong(otherwise, resource, selection))
                .deepCopy(); // the programs of the cluster hold the same document, and tests may change theirs
    }

    void untilGone(ApiResource resource, ObjectName object) {
        var selection = one(object);
        var now = list(resource, selection);
        if (now.items().isEmpty()) return;
        var gone = follow(resource, selection, now, event -> switch (event) {
            case WatchEvent.Deleted(var deleted) -> Optional.of(deleted);
            case WatchEvent.Added _,
                    WatchEvent.Modified _,
                    WatchEvent.Bookmark _,
                    WatchEvent.Failed _,
                    WatchEvent.Garbled _ -> Optional.empty();
        });
        if (gone.isEmpty()) throw tooLong(resource.kind() + " " + object + " did not go", resource, selection);
    }

    private static ObjectSelection one(ObjectName object) {
        var there =
                object.namespace().isEmpty() ? ObjectSelection.ALL : ObjectSelection.inNamespace(object.namespace());
        return there.withFields("metadata.name=" + object.name());
    }

    private ResourceList list(ApiResource resource, ObjectSelection selection) {
        var outcome = client.list(resource, selection, Page.ALL);
        return outcome.done()
                .orElseThrow(() -> new AssertionError(resource.plural() + " cannot be listed: " + outcome.problem()));
    }

    /** The first change that tells what is asked for; empty if none does in time. */
    private Optional<ObjectNode> follow(
            ApiResource resource,
            ObjectSelection selection,
            ResourceList from,
            Function<WatchEvent, Optional<ObjectNode>> answer) {
        // The server counts in whole seconds.
        var atMost = Duration.ofSeconds(Math.max(1, patience.toSeconds()));
        var watch = client.watch(resource, selection, from.resourceVersion(), atMost);
        try (var events = watch.done().orElseThrow(() -> new AssertionError(watch.problem()))) {
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                var found = answer.apply(event.get());
                if (found.isPresent()) return found;
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new AssertionError("the watch of " + resource.plural() + " ended", e);
        }
    }

    private AssertionError tooLong(String what, ApiResource resource, ObjectSelection selection) {
        var now = list(resource, selection).items();
        var message = new StringBuilder(what + " within " + patience.toSeconds() + " s; there is now ");
        if (now.isEmpty()) return new AssertionError(message.append("nothing").toString());
        message.append(now.size() == 1 ? "this:" : now.size() + " of them, the first:");
        now.stream().limit(MOST_SHOWN).forEach(object -> message.append('\n').append(report.object(object)));
        return new AssertionError(message.toString());
    }
}
