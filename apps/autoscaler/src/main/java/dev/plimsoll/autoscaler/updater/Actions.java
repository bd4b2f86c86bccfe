package dev.plimsoll.autoscaler.updater;

import dev.plimsoll.autoscaler.cluster.Applications;
import dev.plimsoll.autoscaler.cluster.AutoscaledPod;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.PodLevelResize;
import dev.plimsoll.autoscaler.updater.PodResizer.Attempted;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.estimation.application.QuotaFit;
import dev.plimsoll.core.estimation.update.FailedResize;
import dev.plimsoll.core.estimation.update.GroupBudget;
import dev.plimsoll.core.estimation.update.InPlaceDecision;
import dev.plimsoll.core.estimation.update.ResizeState;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.objects.autoscaling.vertical.VpaObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Changes pods: resizes them where that will do, evicts them where it will not, within the budget of their controller. */
public final class Actions {
    private final ClusterState cluster;
    private final Applications applications;
    private final UpdaterSettings settings;
    private final Listener listener;
    private final Time time;
    private final PodResizer resizes;
    private final Evictions evictions;
    private final UpdateRateLimit resizeRate;
    private final UpdateRateLimit evictionRate;
    private final Map<String, FailedResize> attempts = new HashMap<>();
    private final Map<String, Long> resizingSince = new HashMap<>();
    private long deadline;

    Actions(
            ApiClient client,
            ClusterState cluster,
            Applications applications,
            UpdaterSettings settings,
            PodLevelResize podLevel,
            Listener listener,
            Time time) {
        this.cluster = cluster;
        this.applications = applications;
        this.settings = settings;
        this.listener = listener;
        this.time = time;
        this.resizes = new PodResizer(client, cluster, podLevel);
        this.evictions = new Evictions(client);
        this.resizeRate = new UpdateRateLimit(settings.rate(), settings.burst(), time);
        this.evictionRate = new UpdateRateLimit(settings.rate(), settings.burst(), time);
    }

    /** Hears what is done to pods, for events and metrics. */
    public interface Listener {
        void resized(UpdateCandidate candidate);

        void evicted(UpdateCandidate candidate, String why);

        /** Nothing was done. */
        void failed(UpdateCandidate candidate, String reason, String message);

        /**
         * A pod was left alone, or a part of it, though it needs other resources.
         *
         * @param reason as metrics name it
         * @param detail in words
         */
        void skipped(VpaObject vpa, AutoscaledPod pod, String reason, String detail);

        /** Nothing was done, because its node could not do as much before. */
        void infeasible(UpdateCandidate candidate);

        /** A LimitRange gives values to the containers of pods that are looked after as a whole. */
        void boundsContainers(VpaObject vpa, String limitRange);
    }

    /** What was done, and what is left to be done with. */
    record Done(GroupBudget budget, boolean resized, boolean evicted) {}

    /** A round begins, which may last for its interval; pods that are gone are forgotten. */
    void begin(Set<String> uids) {
        deadline = time.nanos() + settings.interval().toNanos();
        attempts.keySet().retainAll(uids);
        resizingSince.keySet().retainAll(uids);
    }

    Done act(UpdateCandidate candidate, GroupBudget budget, Instant now) {
        var nothing = new Done(budget, false, false);
        var namespace = candidate.view().name().namespace();
        var quotas = QuotaFit.under(applications.support().serverGates(), cluster.quotas(namespace), now);
        if (!candidate.vpa().mode().isInPlace()) return evict(candidate, budget, quotas, "");
        if (isRefused(candidate, quotas, candidate.changed())) return nothing;
        return switch (InPlaceDecision.of(situation(candidate, budget))) {
            case InPlaceDecision.Approved _ -> resize(candidate, budget, quotas);
            case InPlaceDecision.LastAttempt _ -> {
                attempts.put(candidate.view().uid(), FailedResize.of(candidate.changed()));
                yield resize(candidate, budget, quotas);
            }
            case InPlaceDecision.Evict(var why) -> evict(candidate, budget, quotas, why);
            case InPlaceDecision.Deferred _ -> nothing;
            case InPlaceDecision.InfeasibleCached _ -> {
                listener.infeasible(candidate);
                yield nothing;
            }
        };
    }

    /** Ends a boost in place, whatever the mode; a pod is never evicted for it. */
    Done unboost(UpdateCandidate candidate, GroupBudget budget) {
        if (candidate.changed().equals(candidate.view().pod().spec())) {
            resizes.annotate(candidate);
            return new Done(budget, false, false);
        }
        var free = settings.skipDisruptionBudget() && !restartsContainers(candidate.view());
        if (!free && !budget.isDisruptable() && !budget.isBelowMinimum()) return new Done(budget, false, false);
        return switch (resizes.resize(candidate)) {
            case Attempted.Done _ -> resized(candidate, budget);
            case Attempted.Impossible(var why, var _) -> failed(candidate, budget, why);
            case Attempted.Unknown(var why) -> failed(candidate, budget, why);
        };
    }

    /** Whether a quota refuses what the pod would become. */
    private boolean isRefused(UpdateCandidate candidate, QuotaFit quotas, PodSpec then) {
        var refusal = quotas.refusal(candidate.view().pod(), then);
        refusal.ifPresent(message -> listener.failed(candidate, "quota", message));
        return refusal.isPresent();
    }

    private InPlaceDecision.Situation situation(UpdateCandidate candidate, GroupBudget budget) {
        var view = candidate.view();
        var attempt = attempts.get(view.uid());
        var blocked = attempt != null && !attempt.isAbove(FailedResize.of(candidate.changed()));
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
    private Duration resizing(AutoscaledPod view, boolean isResizing) {
        if (!isResizing) {
            resizingSince.remove(view.uid());
            return Duration.ZERO;
        }
        var since = resizingSince.computeIfAbsent(view.uid(), _ -> time.nanos());
        return Duration.ofNanos(time.nanos() - since);
    }

    private static boolean restartsContainers(AutoscaledPod view) {
        return Stream.concat(view.pod().spec().containers().stream(), view.pod().spec().initContainers().stream())
                .flatMap(container -> container.resizePolicy().stream())
                .anyMatch(policy -> policy.restartPolicy().equals("RestartContainer"));
    }

    /** What cannot be done in place is evicted, where the mode allows that. */
    private Done resize(UpdateCandidate candidate, GroupBudget budget, QuotaFit quotas) {
        if (!resizeRate.take(deadline)) return new Done(budget, false, false);
        return switch (resizes.resize(candidate)) {
            case Attempted.Done _ -> resized(candidate, budget);
            case Attempted.Unknown(var why) -> failed(candidate, budget, why);
            case Attempted.Impossible(var why, var cause) -> {
                if (cause == PodResizer.Cause.REFUSED) {
                    attempts.put(candidate.view().uid(), FailedResize.of(candidate.changed()));
                }
                if (cause.isTold()) listener.skipped(candidate.vpa(), candidate.view(), cause.text(), why);
                yield candidate.vpa().mode() == UpdateMode.IN_PLACE_OR_RECREATE
                        ? evict(candidate, budget, quotas, why)
                        : failed(candidate, budget, why);
            }
        };
    }

    private Done resized(UpdateCandidate candidate, GroupBudget budget) {
        listener.resized(candidate);
        return new Done(budget.disturbing(false), true, false);
    }

    private Done failed(UpdateCandidate candidate, GroupBudget budget, String why) {
        listener.failed(candidate, "InPlaceUpdateError", why);
        return new Done(budget, false, false);
    }

    private Done evict(UpdateCandidate candidate, GroupBudget budget, QuotaFit quotas, String why) {
        var pending = candidate.view().isPending();
        if (!candidate.isEvictable()) {
            listener.skipped(candidate.vpa(), candidate.view(), "unchanged", "a new pod would have the same resources");
            return new Done(budget, false, false);
        }
        if (isRefused(candidate, quotas, candidate.recreated())) return new Done(budget, false, false);
        if (!budget.canEvict(pending) || !evictionRate.take(deadline)) return new Done(budget, false, false);
        var problem = evictions.evict(candidate);
        if (!problem.isEmpty()) {
            listener.failed(candidate, "EvictionError", problem);
            return new Done(budget, false, false);
        }
        listener.evicted(candidate, why);
        return new Done(budget.disturbing(pending), false, true);
    }
}
