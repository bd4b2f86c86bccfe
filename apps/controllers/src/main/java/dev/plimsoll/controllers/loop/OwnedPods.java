package dev.plimsoll.controllers.loop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.CacheChange;
import dev.plimsoll.controllers.loop.Expectations.Expected;
import dev.plimsoll.core.workloads.Claim;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.ObjectNames;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.workload.WorkloadObject;
import java.time.Duration;
import java.util.List;

/** The pods of one kind of workload: which are whose, and how they are made and deleted so that nothing happens twice. */
public final class OwnedPods {
    /** After which a write that the watch did not show is asked about. */
    private static final Duration OVERDUE = Duration.ofSeconds(10);

    private final ControllerContext around;
    private final ApiResource ownerKind;
    private final Cache<ControlledPod> pods;
    private final Cache<? extends WorkloadObject> owners;
    private final Adoption adoption;
    private final Events events;
    private final Expectations expectations = new Expectations();

    public OwnedPods(ControllerContext around, ObjectKind<? extends WorkloadObject> owners, Events events) {
        this(around, owners, events, "");
    }

    /** @param finalizer that the workload's pods have, also those that it adopts; empty for none */
    public OwnedPods(
            ControllerContext around, ObjectKind<? extends WorkloadObject> owners, Events events, String finalizer) {
        this.around = around;
        this.ownerKind = owners.resource();
        this.events = events;
        this.pods = around.informers().pods();
        this.owners = around.informers().of(owners);
        this.adoption = new Adoption(around.client(), ownerKind, ApiResource.PODS, finalizer);
    }

    /** Puts the owner of every pod that changes into the queue, and those who might adopt it where it has none. */
    public void follow(WorkQueue queue) {
        owners.subscribe(change -> {
            switch (change) {
                case CacheChange.Added(var name, var _) -> queue.add(name);
                case CacheChange.Updated(var name, var _, var _) -> queue.add(name);
                case CacheChange.Removed(var name, var before) -> {
                    expectations.forget(before.uid());
                    queue.add(name);
                }
                case CacheChange.Synced<?> _ -> {}
            }
        });
        pods.subscribe(change -> {
            switch (change) {
                case CacheChange.Added<ControlledPod>(var _, var now) -> {
                    seen(now);
                    wake(queue, now);
                }
                case CacheChange.Updated<ControlledPod>(var _, var before, var now) -> {
                    seen(now);
                    var same = before.meta().controller().equals(now.meta().controller());
                    if (!same) wake(queue, before);
                    wake(queue, now);
                }
                case CacheChange.Removed<ControlledPod>(var _, var before) -> {
                    gone(before);
                    wake(queue, before);
                }
                case CacheChange.Synced<ControlledPod> _ -> {}
            }
        });
    }

    private void seen(ControlledPod pod) {
        pod.meta().controller().ifPresent(owner -> {
            expectations.created(owner.uid(), ObjectNames.of(pod));
            if (pod.meta().isBeingDeleted()) expectations.deleted(owner.uid(), ObjectNames.of(pod), pod.uid());
        });
    }

    private void gone(ControlledPod pod) {
        pod.meta().controller().ifPresent(owner -> {
            expectations.created(owner.uid(), ObjectNames.of(pod));
            expectations.deleted(owner.uid(), ObjectNames.of(pod), pod.uid());
        });
    }

    private void wake(WorkQueue queue, ControlledPod pod) {
        var controller = pod.meta().controller();
        if (controller.isPresent()) {
            if (isOfOwnKind(controller.get()))
                queue.add(
                        new ObjectName(pod.meta().namespace(), controller.get().name()));
            return;
        }
        if (pod.meta().isBeingDeleted()) return;
        for (var owner : owners.found(Indexes.BY_NAMESPACE, pod.meta().namespace())) {
            if (owner.selects(pod.meta().labels())) queue.add(owner.name());
        }
    }

    private boolean isOfOwnKind(OwnerReference controller) {
        var apiVersion = controller.apiVersion();
        var slash = apiVersion.indexOf('/');
        var group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return controller.kind().equals(ownerKind.kind()) && group.equals(ownerKind.group());
    }

    /** The pods of a workload, after adopting and releasing. */
    public Adoption.Claimed<ControlledPod> claim(WorkloadObject owner) {
        var controlled = pods.found(Indexes.PODS_BY_CONTROLLER, owner.uid());
        var orphans = pods.found(Indexes.ORPHANED_PODS, owner.name().namespace());
        var claim = Claim.decide(owner.metadata(), owner::selects, controlled, orphans, ControlledPod::meta);
        return adoption.carryOut(owner, claim, ControlledPod::meta, document -> new PodObject(document).controlled());
    }

    /** Whether the cache shows everything that was done for this workload. */
    public boolean isUpToDate(ApiObject owner) {
        for (var expected : expectations.of(owner.uid())) {
            if (around.time().nanos() - expected.since() > OVERDUE.toNanos()) askAbout(owner, expected);
        }
        return expectations.isSatisfied(owner.uid());
    }

    /** The request may never have arrived, or the pod may have come and gone unseen. */
    private void askAbout(ApiObject owner, Expected expected) {
        switch (around.client().get(ApiResource.PODS, expected.name())) {
            case RequestResult.NotFound<ObjectNode> _ -> expectations.settle(owner.uid(), expected);
            case RequestResult.Done<ObjectNode>(var document) -> {
                var now = new PodObject(document).controlled();
                var undone = expected.isCreation()
                        ? !now.meta().isControlledBy(owner.uid())
                        : !now.uid().equals(expected.uid()) || !now.meta().isBeingDeleted();
                if (undone) expectations.settle(owner.uid(), expected);
            }
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> {}
        }
    }

    /** How long to wait until {@link #isUpToDate} asks. */
    public ReconcileResult whenOverdue() {
        return new ReconcileResult.Again(OVERDUE.plusMillis(100));
    }

    /** Creates a pod; a refusal is told to people. */
    public RequestResult<ObjectNode> create(ApiObject owner, ObjectNode pod) {
        var expected = new Expected(ObjectName.of(pod), "", around.time().nanos());
        expectations.expect(owner.uid(), expected);
        var outcome = around.client().create(ApiResource.PODS, pod);
        return switch (outcome) {
            case RequestResult.Done<ObjectNode>(var made) -> {
                events.normal(
                        owner.about(),
                        "SuccessfulCreate",
                        "Created pod: " + ObjectName.of(made).name());
                yield outcome;
            }
            // Nobody knows whether it is there: the expectation stays until the watch or a question tells.
            case RequestResult.Unreachable<ObjectNode>(var why) -> {
                events.warning(owner.about(), "FailedCreate", "Error creating: " + why);
                yield outcome;
            }
            // The name is ours alone: the request arrived twice, or another pod happens to have it, which a question
            // will tell.
            case RequestResult.Conflict<ObjectNode>(var status) when status.alreadyExists() -> outcome;
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.NotFound<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _ -> {
                expectations.settle(owner.uid(), expected);
                if (!isNamespaceGoing(outcome)) {
                    events.warning(owner.about(), "FailedCreate", "Error creating: " + outcome.problem());
                }
                yield outcome;
            }
        };
    }

    /** Whether the creation was refused because its namespace is being deleted, or is gone. */
    public static boolean isNamespaceGoing(RequestResult<ObjectNode> outcome) {
        return switch (outcome) {
            case RequestResult.NotFound<ObjectNode> _ -> true;
            case RequestResult.Refused<ObjectNode>(var status) ->
                status.causes().stream().anyMatch(cause -> cause.reason().equals("NamespaceTerminating"));
            case RequestResult.Done<ObjectNode> _,
                    RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ -> false;
        };
    }

    /** Deletes a pod; one that is gone already is as good. */
    public RequestResult<ObjectNode> delete(ApiObject owner, ControlledPod pod) {
        var expected =
                new Expected(ObjectNames.of(pod), pod.uid(), around.time().nanos());
        expectations.expect(owner.uid(), expected);
        var options = new DeleteOptions(-1, pod.uid(), "", "");
        var outcome = around.client().delete(ApiResource.PODS, ObjectNames.of(pod), options);
        switch (outcome) {
            case RequestResult.Done<ObjectNode> _ ->
                events.normal(owner.about(), "SuccessfulDelete", "Deleted pod: " + pod.name());
            case RequestResult.NotFound<ObjectNode> _, RequestResult.Conflict<ObjectNode> _ ->
                expectations.settle(owner.uid(), expected);
            case RequestResult.Refused<ObjectNode> _ -> {
                expectations.settle(owner.uid(), expected);
                events.warning(owner.about(), "FailedDelete", "Error deleting: " + outcome.problem());
            }
            case RequestResult.Unreachable<ObjectNode>(var why) ->
                events.warning(owner.about(), "FailedDelete", "Error deleting: " + why);
        }
        return outcome;
    }

    public List<ControlledPod> controlledBy(String owner) {
        return pods.found(Indexes.PODS_BY_CONTROLLER, owner);
    }
}
