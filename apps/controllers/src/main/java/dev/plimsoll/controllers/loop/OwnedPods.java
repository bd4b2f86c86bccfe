package dev.plimsoll.controllers.loop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.DeleteOptions;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.client.cache.Change;
import dev.plimsoll.controllers.loop.Expectations.Expected;
import dev.plimsoll.controllers.objects.Kinds;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.util.List;

/** The pods of one kind of workload: which are whose, and how they are made and deleted so that nothing happens twice. */
public final class OwnedPods {
    /** After which a write that the watch did not show is asked about. */
    private static final Duration OVERDUE = Duration.ofSeconds(10);

    private final Surroundings around;
    private final ApiResource ownerKind;
    private final Cache<PodView> pods;
    private final Cache<Workload> owners;
    private final Adoption adoption;
    private final Events events;
    private final Expectations expectations = new Expectations();

    public OwnedPods(Surroundings around, ApiResource ownerKind, Events events) {
        this.around = around;
        this.ownerKind = ownerKind;
        this.events = events;
        this.pods = around.informers().pods();
        this.owners = around.informers().of(ownerKind);
        this.adoption = new Adoption(around.client(), ownerKind, Kinds.PODS);
    }

    /** Puts the owner of every pod that changes into the queue, and those who might adopt it where it has none. */
    public void follow(WorkQueue queue) {
        owners.subscribe(change -> {
            switch (change) {
                case Change.Added<Workload>(var name, var _) -> queue.add(name);
                case Change.Updated<Workload>(var name, var _, var _) -> queue.add(name);
                case Change.Removed<Workload>(var name, var before) -> {
                    expectations.forget(before.uid());
                    queue.add(name);
                }
                case Change.Synced<Workload> _ -> {}
            }
        });
        pods.subscribe(change -> {
            switch (change) {
                case Change.Added<PodView>(var _, var now) -> {
                    seen(now);
                    wake(queue, now);
                }
                case Change.Updated<PodView>(var _, var before, var now) -> {
                    seen(now);
                    var same = before.meta().controller().equals(now.meta().controller());
                    if (!same) wake(queue, before);
                    wake(queue, now);
                }
                case Change.Removed<PodView>(var _, var before) -> {
                    gone(before);
                    wake(queue, before);
                }
                case Change.Synced<PodView> _ -> {}
            }
        });
    }

    private void seen(PodView pod) {
        pod.meta().controller().ifPresent(owner -> {
            expectations.created(owner.uid(), pod.name());
            if (pod.meta().isBeingDeleted()) expectations.deleted(owner.uid(), pod.name(), pod.uid());
        });
    }

    private void gone(PodView pod) {
        pod.meta().controller().ifPresent(owner -> {
            expectations.created(owner.uid(), pod.name());
            expectations.deleted(owner.uid(), pod.name(), pod.uid());
        });
    }

    private void wake(WorkQueue queue, PodView pod) {
        var controller = pod.meta().controller();
        if (controller.isPresent()) {
            var mine = controller.get().kind().equals(ownerKind.kind())
                    && controller.get().apiVersion().startsWith(ownerKind.group() + "/");
            if (mine)
                queue.add(
                        new ObjectName(pod.name().namespace(), controller.get().name()));
            return;
        }
        if (pod.meta().isBeingDeleted()) return;
        for (var owner : owners.found(Indexes.BY_NAMESPACE, pod.name().namespace())) {
            if (owner.selector()
                    .filter(each -> each.matches(pod.meta().labels()))
                    .isPresent()) queue.add(owner.name());
        }
    }

    /** The pods of a workload, after adopting and releasing. */
    public Adoption.Claimed<PodView> claim(Workload owner) {
        var controlled = pods.found(Indexes.PODS_BY_CONTROLLER, owner.uid());
        var orphans = pods.found(Indexes.ORPHANED_PODS, owner.name().namespace());
        var claim = Claim.decide(owner, owner.selector(), controlled, orphans, PodView::meta);
        return adoption.carryOut(owner, claim, PodView::meta);
    }

    /** Whether the cache shows everything that was done for this workload. */
    public boolean isUpToDate(Workload owner) {
        for (var expected : expectations.of(owner.uid())) {
            if (around.time().nanos() - expected.since() > OVERDUE.toNanos()) askAbout(owner, expected);
        }
        return expectations.isSatisfied(owner.uid());
    }

    /** The request may never have arrived, or the pod may have come and gone unseen. */
    private void askAbout(Workload owner, Expected expected) {
        switch (around.client().get(Kinds.PODS, expected.name())) {
            case Outcome.NotFound<ObjectNode> _ -> expectations.settle(owner.uid(), expected);
            case Outcome.Done<ObjectNode>(var document) -> {
                var now = PodView.of(document);
                var undone = !expected.isCreation()
                        && (!now.uid().equals(expected.uid()) || !now.meta().isBeingDeleted());
                if (undone) expectations.settle(owner.uid(), expected);
            }
            case Outcome.Conflict<ObjectNode> _, Outcome.Refused<ObjectNode> _, Outcome.Unreachable<ObjectNode> _ -> {}
        }
    }

    /** How long to wait until {@link #isUpToDate} asks. */
    public Turn whenOverdue() {
        return new Turn.Again(OVERDUE.plusMillis(100));
    }

    /** Creates a pod; a refusal is told to people. */
    public Outcome<ObjectNode> create(Workload owner, ObjectNode pod) {
        var expected = new Expected(ObjectName.of(pod), "", around.time().nanos());
        expectations.expect(owner.uid(), expected);
        var outcome = around.client().create(Kinds.PODS, pod);
        return switch (outcome) {
            case Outcome.Done<ObjectNode>(var made) -> {
                events.normal(
                        owner.about(),
                        "SuccessfulCreate",
                        "Created pod: " + ObjectName.of(made).name());
                yield outcome;
            }
            // Nobody knows whether it is there: the expectation stays until the watch or a question tells.
            case Outcome.Unreachable<ObjectNode>(var why) -> {
                events.warning(owner.about(), "FailedCreate", "Error creating: " + why);
                yield outcome;
            }
            case Outcome.Conflict<ObjectNode> _, Outcome.NotFound<ObjectNode> _, Outcome.Refused<ObjectNode> _ -> {
                expectations.settle(owner.uid(), expected);
                if (!isNamespaceGoing(outcome)) {
                    events.warning(owner.about(), "FailedCreate", "Error creating: " + outcome.problem());
                }
                yield outcome;
            }
        };
    }

    /** Whether the creation was refused because its namespace is being deleted, or is gone. */
    public static boolean isNamespaceGoing(Outcome<ObjectNode> outcome) {
        return switch (outcome) {
            case Outcome.NotFound<ObjectNode> _ -> true;
            case Outcome.Refused<ObjectNode>(var status) ->
                status.causes().stream().anyMatch(cause -> cause.reason().equals("NamespaceTerminating"));
            case Outcome.Done<ObjectNode> _, Outcome.Conflict<ObjectNode> _, Outcome.Unreachable<ObjectNode> _ -> false;
        };
    }

    /** Deletes a pod; one that is gone already is as good. */
    public Outcome<ObjectNode> delete(Workload owner, PodView pod) {
        var expected = new Expected(pod.name(), pod.uid(), around.time().nanos());
        expectations.expect(owner.uid(), expected);
        var options = new DeleteOptions(-1, pod.uid(), "", "");
        var outcome = around.client().delete(Kinds.PODS, pod.name(), options);
        switch (outcome) {
            case Outcome.Done<ObjectNode> _ ->
                events.normal(
                        owner.about(),
                        "SuccessfulDelete",
                        "Deleted pod: " + pod.name().name());
            case Outcome.NotFound<ObjectNode> _, Outcome.Conflict<ObjectNode> _ ->
                expectations.settle(owner.uid(), expected);
            case Outcome.Refused<ObjectNode> _ -> {
                expectations.settle(owner.uid(), expected);
                events.warning(owner.about(), "FailedDelete", "Error deleting: " + outcome.problem());
            }
            case Outcome.Unreachable<ObjectNode>(var why) ->
                events.warning(owner.about(), "FailedDelete", "Error deleting: " + why);
        }
        return outcome;
    }

    public List<PodView> controlledBy(String owner) {
        return pods.found(Indexes.PODS_BY_CONTROLLER, owner);
    }
}
