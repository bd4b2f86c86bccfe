package dev.plimsoll.controllers.revisions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.Indexes;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.workloads.revision.RevisionDecision;
import dev.plimsoll.core.workloads.revision.RevisionDecision.KeptRevision;
import dev.plimsoll.objects.ObjectChange;
import dev.plimsoll.objects.workload.ControllerRevisionObject;
import dev.plimsoll.objects.workload.WorkloadObject;
import java.util.List;
import java.util.Set;

/** Keeps the revisions of one kind of set. Their names follow from their templates, so none is made twice. */
public final class Revisions {
    private final ControllerContext around;
    private final ApiResource ownerKind;
    private final Cache<ControllerRevisionObject> revisions;

    public Revisions(ControllerContext around, ApiResource ownerKind) {
        this.around = around;
        this.ownerKind = ownerKind;
        this.revisions = around.informers().of(ControllerRevisionObject.KIND);
    }

    public void follow(WorkQueue queue) {
        revisions.subscribe(change -> {
            if (change instanceof CacheChange.Removed<ControllerRevisionObject>(var _, var before)) wake(queue, before);
        });
    }

    private void wake(WorkQueue queue, ControllerRevisionObject revision) {
        revision.metadata()
                .controller()
                .filter(owner -> owner.kind().equals(ownerKind.kind()))
                .ifPresent(owner -> queue.add(new ObjectName(revision.name().namespace(), owner.name())));
    }

    public List<ControllerRevisionObject> of(WorkloadObject owner) {
        return revisions.found(Indexes.BY_CONTROLLER, owner.uid());
    }

    /** What came of {@link #current}. */
    public sealed interface Current {
        /**
         * There it is.
         *
         * @param collisions as the owner's status is to have it
         */
        record Found(ControllerRevisionObject revision, int collisions) implements Current {}

        record Failed(String why) implements Current {}
    }

    /** The revision of the current template, made if need be. */
    public Current current(WorkloadObject owner) {
        var collisions = owner.collisionCount();
        return switch (RevisionDecision.decide(kept(owner))) {
            case RevisionDecision.Known(var name) -> new Current.Found(named(owner, name), collisions);
            case RevisionDecision.Renumber(var name, var number) -> {
                var document = named(owner, name).numbered(number);
                yield result(around.client().update(ApiResource.REVISIONS, document), collisions);
            }
            case RevisionDecision.Create(var number) -> create(owner, number, collisions);
        };
    }

    private List<KeptRevision> kept(WorkloadObject owner) {
        return of(owner).stream().map(each -> each.kept(owner.template())).toList();
    }

    private ControllerRevisionObject named(WorkloadObject owner, String name) {
        return of(owner).stream()
                .filter(each -> each.name().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Current create(WorkloadObject owner, long number, int collisions) {
        var document = ControllerRevisionObject.of(owner, number, collisions);
        var outcome = around.client().create(ApiResource.REVISIONS, document);
        if (!(outcome instanceof RequestResult.Conflict<ObjectNode>(var status)) || !status.alreadyExists()) {
            return result(outcome, collisions);
        }
        var found = around.client()
                .get(ApiResource.REVISIONS, ObjectName.of(document))
                .done()
                .map(ControllerRevisionObject::new);
        if (found.isEmpty()) return new Current.Failed(outcome.problem());
        var there = found.get();
        if (!there.isOf(owner.template())) {
            var next = ControllerRevisionObject.of(owner, number, collisions + 1);
            return result(around.client().create(ApiResource.REVISIONS, next), collisions + 1);
        }
        if (there.metadata().isControlledBy(owner.uid())) return new Current.Found(there, collisions);
        if (there.metadata().controller().isPresent()) return new Current.Failed(outcome.problem());
        var change = new ObjectChange(there.uid());
        change.metadata().owner(owner.controllerReference());
        return result(around.client().patch(ApiResource.REVISIONS, there.name(), change.strategic()), collisions);
    }

    private static Current result(RequestResult<ObjectNode> outcome, int collisions) {
        return outcome instanceof RequestResult.Done<ObjectNode>(var document)
                ? new Current.Found(new ControllerRevisionObject(document), collisions)
                : new Current.Failed(outcome.problem());
    }

    /**
     * Deletes the oldest revisions that nothing uses, beyond as many as are kept.
     *
     * @param live names of those in use
     */
    public String truncate(WorkloadObject owner, Set<String> live) {
        for (var surplus : RevisionDecision.surplus(kept(owner), live, owner.revisionHistoryLimit())) {
            var revision = named(owner, surplus.name());
            var outcome = around.client()
                    .delete(ApiResource.REVISIONS, revision.name(), new DeleteOptions(-1, revision.uid(), "", ""));
            if (!outcome.isDeleted()) return outcome.problem();
        }
        return "";
    }
}
