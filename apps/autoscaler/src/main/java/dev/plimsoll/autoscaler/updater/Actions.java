package dev.plimsoll.autoscaler.updater;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.Cluster;
import dev.plimsoll.autoscaler.cluster.PodView;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ApiStatus;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.admission.quota.QuotaAdmission;
import dev.plimsoll.core.admission.quota.QuotaDecision;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.update.Attempt;
import dev.plimsoll.core.estimation.update.GroupBudget;
import dev.plimsoll.core.estimation.update.InPlaceDecision;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.validation.ResizeValidation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Changes pods: resizes them where that will do, evicts them where it will not, within the budget of their controller. */
public final class Actions {
    /** What an API server says that cannot do it at all; a node that cannot is another matter. */
    private static final String UNAVAILABLE = "InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled";

    private static final Duration UNAVAILABLE_FOR = Duration.ofMinutes(10);

    private final ApiClient client;
    private final Cluster cluster;
    private final UpdaterSettings settings;
    private final Listener listener;
    private final Time time;
    private final Map<String, Attempt> attempts = new HashMap<>();
    private final Map<String, Long> resizingSince = new HashMap<>();
    private long podLevelUnavailableUntil;
    private boolean podLevelUnavailable;

    Actions(ApiClient client, Cluster cluster, UpdaterSettings settings, Listener listener, Time time) {
        this.client = client;
        this.cluster = cluster;
        this.settings = settings;
        this.listener = listener;
        this.time = time;
    }

    /** Hears what is done to pods, for events and metrics. */
    public interface Listener {
        void resized(Candidate candidate);

        void evicted(Candidate candidate, String why);

        /** Nothing was done. */
        void failed(Candidate candidate, String reason, String message);
    }

    /** What was done, and what is left to be done with. */
    record Done(GroupBudget budget, boolean resized, boolean evicted) {}

    /** Forgets pods that are gone. */
    void retain(Set<String> uids) {
        attempts.keySet().retainAll(uids);
        resizingSince.keySet().retainAll(uids);
    }

    Done act(Candidate candidate, GroupBudget budget, Instant now) {
        var nothing = new Done(budget, false, false);
        if (!fitsQuotas(candidate, now)) {
            listener.failed(candidate, "quota", "a ResourceQuota would be exceeded");
            return nothing;
        }
        if (!candidate.vpa().mode().isInPlace()) return evict(candidate, budget, "the pod needs other resources");
        return switch (InPlaceDecision.of(situation(candidate, budget))) {
            case InPlaceDecision.Approved _ -> resize(candidate, budget);
            case InPlaceDecision.LastAttempt _ -> {
                attempts.put(candidate.view().uid(), Attempt.of(candidate.changed()));
                yield resize(candidate, budget);
            }
            case InPlaceDecision.Evict(var why) -> evict(candidate, budget, why);
            case InPlaceDecision.Deferred _, InPlaceDecision.InfeasibleCached _ -> nothing;
        };
    }

    private boolean fitsQuotas(Candidate candidate, Instant now) {
        var pod = candidate.view().pod();
        var update = new QuotaAdmission.Update(pod, pod.withSpec(candidate.changed()));
        return QuotaAdmission.DEFAULT.update(
                        update, cluster.quotas(candidate.view().name().namespace()), now)
                instanceof QuotaDecision.Fits;
    }

    private InPlaceDecision.Situation situation(Candidate candidate, GroupBudget budget) {
        var view = candidate.view();
        var attempt = attempts.get(view.uid());
        var blocked = attempt != null && !attempt.isAbove(Attempt.of(candidate.changed()));
        var state = ResizeState.of(view.pod().status().conditions());
        return new InPlaceDecision.Situation(
                candidate.vpa().mode(),
                settings.inPlace(),
                view.isPending(),
                true,
                blocked,
                state.map(ResizeState.Since::state).orElse(ResizeState.NONE),
                resizing(view, state.isPresent()),
                budget,
                settings.skipDisruptionBudget(),
                restartsContainers(view),
                !candidate.changed().equals(view.pod().spec()));
    }

    /** For how long the pod has been seen resizing; the clock of this process counts, from when it was seen first. */
    private Duration resizing(PodView view, boolean isResizing) {
        if (!isResizing) {
            resizingSince.remove(view.uid());
            return Duration.ZERO;
        }
        var since = resizingSince.computeIfAbsent(view.uid(), _ -> time.nanos());
        return Duration.ofNanos(time.nanos() - since);
    }

    private static boolean restartsContainers(PodView view) {
        return Stream.concat(view.pod().spec().containers().stream(), view.pod().spec().initContainers().stream())
                .flatMap(container -> container.resizePolicy().stream())
                .anyMatch(policy -> policy.restartPolicy().equals("RestartContainer"));
    }

    /** One atomic request for both levels; what cannot be done in place is evicted, where the mode allows that. */
    private Done resize(Candidate candidate, GroupBudget budget) {
        var pod = candidate.view().pod();
        var wholePod = ManagedLevel.setsPodLevel(candidate.changed());
        if (candidate.edits().removesAny()) return notInPlace(candidate, budget, "values cannot be removed in place");
        if (wholePod && isPodLevelUnavailable())
            return notInPlace(candidate, budget, "pod-level resize is not available");
        var errors =
                ResizeValidation.DEFAULT.check(new ResizeValidation.Change(pod, pod.withSpec(candidate.changed())));
        if (!errors.isEmpty())
            return notInPlace(candidate, budget, errors.getFirst().detail());
        var patch = new Patch.JsonPatch(Applications.json(candidate.edits().patch(pod.spec())));
        var outcome =
                client.patch(ApiResource.PODS.sub("resize"), candidate.view().name(), patch);
        if (outcome instanceof Outcome.Done<ObjectNode>) {
            listener.resized(candidate);
            annotate(candidate);
            return new Done(budget.disturbing(false), true, false);
        }
        if (outcome instanceof Outcome.Refused<ObjectNode>(var status)) refused(candidate, status);
        if (outcome instanceof Outcome.Unreachable<ObjectNode> || outcome instanceof Outcome.NotFound<ObjectNode>) {
            // Nobody knows, or the pod is gone: the next round sees what became of it.
            listener.failed(candidate, "InPlaceUpdateError", outcome.problem());
            return new Done(budget, false, false);
        }
        return notInPlace(candidate, budget, outcome.problem());
    }

    private void refused(Candidate candidate, ApiStatus status) {
        if (status.message().contains(UNAVAILABLE)) {
            podLevelUnavailable = true;
            podLevelUnavailableUntil = time.nanos() + UNAVAILABLE_FOR.toNanos();
        }
        if (status.code() == 403 || status.code() == 422) {
            attempts.put(candidate.view().uid(), Attempt.of(candidate.changed()));
        }
    }

    private boolean isPodLevelUnavailable() {
        if (podLevelUnavailable && time.nanos() - podLevelUnavailableUntil >= 0) podLevelUnavailable = false;
        return podLevelUnavailable;
    }

    private Done notInPlace(Candidate candidate, GroupBudget budget, String why) {
        if (candidate.vpa().mode() == UpdateMode.IN_PLACE_OR_RECREATE) return evict(candidate, budget, why);
        listener.failed(candidate, "InPlaceUpdateError", why);
        return new Done(budget, false, false);
    }

    /** A note for people; nothing depends on it. */
    private void annotate(Candidate candidate) {
        var change = Json.object();
        change.putObject("metadata").putObject("annotations").put("vpaInPlaceUpdated", "true");
        client.patch(ApiResource.PODS, candidate.view().name(), new Patch.Merge(change));
    }

    private Done evict(Candidate candidate, GroupBudget budget, String why) {
        var pending = candidate.view().isPending();
        if (!budget.canEvict(pending)) return new Done(budget, false, false);
        var name = candidate.view().name();
        var eviction = Json.object().put("apiVersion", "policy/v1").put("kind", "Eviction");
        eviction.putObject("metadata").put("name", name.name()).put("namespace", name.namespace());
        eviction.putObject("deleteOptions")
                .putObject("preconditions")
                .put("uid", candidate.view().uid());
        var outcome = client.create(ApiResource.PODS.sub("eviction"), name, eviction);
        if (outcome.done().isEmpty()) {
            listener.failed(candidate, "EvictionError", outcome.problem());
            return new Done(budget, false, false);
        }
        listener.evicted(candidate, why);
        return new Done(budget.disturbing(pending), false, true);
    }
}
