package dev.plimsoll.testkit.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.client.WatchEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Waits for objects to become as they should be, for a minute at most. Nothing is polled: each change is looked at once. */
final class ObjectWait {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ApiClient client;

    ObjectWait(ApiClient client) {
        this.client = client;
    }

    ObjectNode forOne(ApiResource resource, ObjectName object, Predicate<ObjectNode> condition) {
        return until(resource, one(object), condition, object + " did not become as expected");
    }

    ObjectNode forAny(ApiResource resource, String namespace, Predicate<ObjectNode> condition) {
        var what = "none of the " + resource.plural() + " in " + namespace + " became as expected";
        return until(resource, ObjectSelection.inNamespace(namespace), condition, what);
    }

    private ObjectNode until(
            ApiResource resource, ObjectSelection selection, Predicate<ObjectNode> condition, String otherwise) {
        var now = list(resource, selection);
        return now.items().stream()
                .filter(condition)
                .findFirst()
                .or(() -> follow(resource, selection, now, event -> switch (event) {
                    case WatchEvent.Added(var added) -> Optional.of(added).filter(condition);
                    case WatchEvent.Modified(var modified) ->
                        Optional.of(modified).filter(condition);
                    case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Failed _, WatchEvent.Garbled _ ->
                        Optional.empty();
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
        if (gone.isEmpty()) throw tooLong(object + " did not go", resource, selection);
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
        var watch = client.watch(resource, selection, from.resourceVersion(), PATIENCE);
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
        return new AssertionError(what + " within " + PATIENCE.toSeconds() + " s; there is now "
                + (now.isEmpty() ? "nothing" : now.toString()));
    }
}
