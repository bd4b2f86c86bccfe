package dev.plimsoll.controllers.revisions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.Surroundings;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.OwnerReference;
import dev.plimsoll.controllers.objects.Workload;
import java.util.List;
import java.util.Set;

/** Keeps the revisions of one kind of set. Their names follow from their templates, so none is made twice. */
public final class Revisions {
    private final Surroundings around;
    private final ApiResource ownerKind;
    private final Cache<Workload> revisions;

    public Revisions(Surroundings around, ApiResource ownerKind) {
        this.around = around;
        this.ownerKind = ownerKind;
        this.revisions = around.informers().of(Kinds.REVISIONS);
    }

    public void follow(WorkQueue queue) {
        revisions.subscribe(change -> {
            if (change instanceof Change.Removed<Workload>(var _, var before)) wake(queue, before);
        });
    }

    private void wake(WorkQueue queue, Workload revision) {
        revision.meta()
                .controller()
                .filter(owner -> owner.kind().equals(ownerKind.kind()))
                .ifPresent(owner -> queue.add(new ObjectName(revision.name().namespace(), owner.name())));
    }

    public List<Revision> of(Workload owner) {
        return revisions.found(Indexes.BY_CONTROLLER, owner.uid()).stream()
                .map(Revision::new)
                .sorted(Revision.OLDEST_FIRST)
                .toList();
    }

    /** What came of {@link #current}. */
    public sealed interface Current {
        /**
         * There it is.
         *
         * @param collisions as the owner's status is to have it
         */
        record Found(Revision revision, int collisions) implements Current {}

        record Failed(String why) implements Current {}
    }

    /** The revision of the current template, made if need be. */
    public Current current(Workload owner) {
        var collisions = owner.reported("collisionCount");
        return switch (Revision.decide(owner, of(owner), collisions)) {
            case Revision.Step.Known(var revision) -> new Current.Found(revision, collisions);
            case Revision.Step.Renumber(var document) ->
                result(around.client().update(Kinds.REVISIONS, document), collisions);
            case Revision.Step.Create(var document) -> create(owner, document, collisions);
        };
    }

    private Current create(Workload owner, ObjectNode document, int collisions) {
        var outcome = around.client().create(Kinds.REVISIONS, document);
        if (!(outcome instanceof Outcome.Conflict<ObjectNode>(var status)) || !status.alreadyExists()) {
            return result(outcome, collisions);
        }
        var found = around.client()
                .get(Kinds.REVISIONS, ObjectName.of(document))
                .done()
                .map(Workload::of);
        if (found.isEmpty()) return new Current.Failed(outcome.problem());
        var there = new Revision(found.get());
        if (!there.isOf(owner.template())) {
            var next = Revision.document(owner, document.path("revision").asLong(), collisions + 1);
            return result(around.client().create(Kinds.REVISIONS, next), collisions + 1);
        }
        if (there.object().meta().isControlledBy(owner.uid())) return new Current.Found(there, collisions);
        if (there.object().meta().controller().isPresent()) return new Current.Failed(outcome.problem());
        var change = Json.object();
        change.putObject("metadata")
                .put("uid", there.object().uid())
                .putArray("ownerReferences")
                .add(OwnerReference.controller(owner).document());
        return result(
                around.client().patch(Kinds.REVISIONS, there.object().name(), new Patch.Strategic(change)), collisions);
    }

    private static Current result(Outcome<ObjectNode> outcome, int collisions) {
        return outcome instanceof Outcome.Done<ObjectNode>(var document)
                ? new Current.Found(new Revision(Workload.of(document)), collisions)
                : new Current.Failed(outcome.problem());
    }

    /**
     * Deletes the oldest revisions that nothing uses, beyond as many as are kept.
     *
     * @param live names of those in use
     */
    public String truncate(Workload owner, Set<String> live) {
        var idle =
                of(owner).stream().filter(each -> !live.contains(each.name())).toList();
        var surplus = idle.size() - Math.max(0, owner.number("revisionHistoryLimit", 10));
        for (var i = 0; i < surplus; i++) {
            var revision = idle.get(i).object();
            var outcome = around.client()
                    .delete(Kinds.REVISIONS, revision.name(), new DeleteOptions(-1, revision.uid(), "", ""));
            if (outcome instanceof Outcome.Refused<ObjectNode> || outcome instanceof Outcome.Unreachable<ObjectNode>) {
                return outcome.problem();
            }
        }
        return "";
    }
}
