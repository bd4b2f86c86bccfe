package dev.plimsoll.core.workloads.job;

import dev.plimsoll.core.workloads.ConditionUpdate;
import dev.plimsoll.core.workloads.Conditions;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.RequeueAfter;
import dev.plimsoll.core.workloads.WorkloadEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What to do next about a job.
 *
 * <ol>
 *   <li>Pods that ended are counted.
 *   <li>A job that has enough of them, or too many failures, or took too long, is marked so; its pods go; when all have gone and
 *       are counted it is complete or failed.
 *   <li>A suspended job has no pods. Otherwise there are as many as may run at once and are still needed.
 * </ol>
 */
public final class JobDecision {
    private static final int BURST = 500;

    private final Job job;
    private final List<ControlledPod> pods;
    private final Instant now;
    private final FailurePolicy policy;
    private final IndexFailures failures;
    private final PodTally tally;
    private final List<ControlledPod> active;
    private Conditions conditions;
    private @Nullable Instant startTime;
    private @Nullable Instant completionTime;
    private final List<ControlledPod> discard = new ArrayList<>();
    private final List<ControlledPod> delete = new ArrayList<>();
    private final List<Integer> create = new ArrayList<>();
    private final List<WorkloadEvent> events = new ArrayList<>();
    private Duration requeueAfter = RequeueAfter.NEVER;

    private JobDecision(Job job, List<ControlledPod> pods, Instant now) {
        this.job = job;
        this.pods = pods;
        this.now = now;
        this.policy = job.failurePolicy();
        this.failures = IndexFailures.of(job, policy, pods);
        var isEnding = job.has(Job.FAILURE_TARGET) || job.has(Job.SUCCESS_MET);
        this.tally = PodTally.of(job, pods, policy, pod -> failures.isNeeded(pod, pods, isEnding));
        this.active = pods.stream().filter(ControlledPod::isActive).toList();
        this.conditions = job.status().conditions();
        this.startTime = job.status().startTimeOrNull();
        this.completionTime = job.status().completionTimeOrNull();
    }

    /**
     * Decides.
     *
     * @param mayCreate false while the cache does not show everything that was done
     */
    public static JobPlan decide(Job job, List<ControlledPod> pods, boolean mayCreate, Instant now) {
        var decision = new JobDecision(job, pods, now);
        decision.decide(mayCreate);
        return decision.plan();
    }

    private void decide(boolean mayChange) {
        if (job.isFinished() || job.isBeingDeleted()) return;
        if (job.started().isEmpty() && !job.spec().isSuspended()) startTime = now;
        findEnd();
        if (conditions.is(Job.FAILURE_TARGET, "True") || conditions.is(Job.SUCCESS_MET, "True")) {
            end();
        } else if (job.spec().isSuspended()) {
            if (mayChange) discard.addAll(active);
            say(Job.SUSPENDED, "True", "JobSuspended", "Job suspended", "Suspended");
        } else {
            if (job.has(Job.SUSPENDED)) {
                startTime = now;
                say(Job.SUSPENDED, "False", "JobResumed", "Job resumed", "Resumed");
            }
            watchDeadline();
            if (mayChange) fit();
        }
    }

    private void say(String type, String value, String reason, String message, String event) {
        if (conditions.is(type, value)) return;
        conditions = conditions.with(new ConditionUpdate(type, value, reason, message), now);
        if (!event.isEmpty()) events.add(new WorkloadEvent(false, event, message));
    }

    /** Marks a job that is about to end, unless it is marked. */
    private void findEnd() {
        if (job.has(Job.FAILURE_TARGET) || job.has(Job.SUCCESS_MET)) return;
        var why = failure();
        if (why.isPresent()) {
            var reason = why.get();
            say(Job.FAILURE_TARGET, "True", reason.reason(), reason.message(), "");
            return;
        }
        var rule = SuccessPolicy.met(job, tally.completed());
        if (rule.isPresent()) {
            say(Job.SUCCESS_MET, "True", "SuccessPolicy", "Matched rules at index " + rule.getAsInt(), "");
            return;
        }
        var succeeded = tally.succeeded(job);
        var enough = job.hasCompletions()
                ? succeeded >= job.completions()
                : succeeded > 0 && pods.stream().noneMatch(pod -> !pod.isTerminal());
        if (enough) {
            say(Job.SUCCESS_MET, "True", "CompletionsReached", "Reached expected number of succeeded pods", "");
        }
    }

    private record Reason(String reason, String message) {}

    private Optional<Reason> failure() {
        for (var pod : pods) {
            if (!pod.hasFailed() || !(policy.meaning(pod) instanceof FailurePolicy.Meaning.FailsJob(var why))) continue;
            return Optional.of(new Reason("PodFailurePolicy", why));
        }
        if (tally.failed() > job.backoffLimit() || hasRestartedTooOften()) {
            return Optional.of(new Reason("BackoffLimitExceeded", "Job has reached the specified backoff limit"));
        }
        if (untilDeadline().filter(left -> !left.isPositive()).isPresent()) {
            return Optional.of(new Reason("DeadlineExceeded", "Job was active longer than specified deadline"));
        }
        return failedIndexes();
    }

    private Optional<Reason> failedIndexes() {
        var failed = failures.failed().size();
        if (failed == 0) return Optional.empty();
        if (failed > job.maxFailedIndexes()) {
            return Optional.of(new Reason(
                    "MaxFailedIndexesExceeded", "Job has exceeded the specified maximal number of failed indexes"));
        }
        return failed + tally.succeeded(job) >= job.completions()
                ? Optional.of(new Reason("FailedIndexes", "Job has failed indexes"))
                : Optional.empty();
    }

    private boolean hasRestartedTooOften() {
        if (!job.spec().restartsOnFailure()) return false;
        var restarts = active.stream().mapToInt(pod -> pod.restarts().started()).sum();
        return job.backoffLimit() == 0 ? restarts > 0 : restarts >= job.backoffLimit();
    }

    private Optional<Duration> untilDeadline() {
        var seconds = job.spec().activeDeadlineSecondsOrNull();
        if (seconds == null || job.spec().isSuspended() || job.has(Job.SUSPENDED)) return Optional.empty();
        return job.started().map(start -> Duration.between(now, start.plusSeconds(seconds)));
    }

    private void watchDeadline() {
        var seconds = job.spec().activeDeadlineSecondsOrNull();
        if (seconds == null) return;
        var left = untilDeadline().orElse(Duration.ofSeconds(seconds));
        requeueAfter = RequeueAfter.sooner(requeueAfter, left.plusMillis(100));
    }

    /** Takes the remaining pods away, and ends the job when nothing is left to wait for. */
    private void end() {
        delete.addAll(active);
        var left = pods.stream().anyMatch(pod -> !pod.isTerminal());
        if (left || !tally.isCounted()) return;
        if (conditions.is(Job.FAILURE_TARGET, "True")) {
            var target = conditions.find(Job.FAILURE_TARGET).orElseThrow();
            var reason = target.reason();
            var message = target.message();
            say(Job.FAILED, "True", reason, message, "");
            events.add(new WorkloadEvent(true, reason, message));
        } else {
            completionTime = now;
            var met = conditions.find(Job.SUCCESS_MET).orElseThrow();
            var reason = met.reason().isEmpty() ? "CompletionsReached" : met.reason();
            var message = met.message().isEmpty() ? "Reached expected number of succeeded pods" : met.message();
            say(Job.COMPLETE, "True", reason, message, "");
            events.add(new WorkloadEvent(false, "Completed", "Job completed"));
        }
    }

    /** Makes as many pods active as there should be. */
    private void fit() {
        var succeeded = tally.succeeded(job);
        var wanted = job.hasCompletions()
                ? Math.min(
                        job.spec().parallelism(),
                        job.completions() - succeeded - failures.failed().size())
                : succeeded > 0
                        ? Math.min(active.size(), job.spec().parallelism())
                        : job.spec().parallelism();
        var surplus = surplus(wanted);
        if (!surplus.isEmpty()) {
            discard.addAll(surplus);
            return;
        }
        var terminating = job.countsTerminating()
                ? 0
                : (int) pods.stream()
                        .filter(pod -> pod.meta().isBeingDeleted() && !pod.isTerminal())
                        .count();
        var missing = Math.min(BURST, wanted - active.size() - terminating);
        if (missing <= 0) return;
        if (job.limitsIndexes()) {
            retry(missing);
            return;
        }
        var rest = Backoffs.left(pods, job, now);
        if (rest.isPositive()) {
            requeueAfter = RequeueAfter.sooner(requeueAfter, rest);
            return;
        }
        if (job.spec().isIndexed()) create.addAll(freeIndexes(missing));
        else for (var i = 0; i < missing; i++) create.add(-1);
    }

    /** Each index waits after its own failures. */
    private void retry(int missing) {
        for (var index : freeIndexes(job.completions())) {
            var rest = failures.rest(index, now);
            if (rest.isPositive()) requeueAfter = RequeueAfter.sooner(requeueAfter, rest);
            else if (create.size() < missing) create.add(index);
        }
    }

    /**
     * Pods that are too many: with an index that another has or that is done, or simply more than wanted. A pod without the finalizer
     * was too many before, and the request to delete it failed: nobody would count what it does.
     */
    private List<ControlledPod> surplus(int wanted) {
        var order = Comparator.comparing(ControlledPod::isReady)
                .thenComparing((ControlledPod pod) -> pod.meta().created(), Comparator.reverseOrder())
                .thenComparing(ControlledPod.BY_NAME);
        var surplus = new ArrayList<ControlledPod>();
        var kept = new ArrayList<ControlledPod>();
        var taken = new IndexSet();
        for (var pod : active.stream().sorted(order.reversed()).toList()) {
            var index = IndexSet.of(pod);
            if (!pod.hasFinalizer(PodTally.FINALIZER) || (job.spec().isIndexed() && isNeedless(index, taken))) {
                surplus.add(pod);
                continue;
            }
            index.ifPresent(taken::add);
            kept.add(pod);
        }
        var tooMany = Math.max(0, kept.size() - Math.max(0, wanted));
        surplus.addAll(kept.subList(kept.size() - tooMany, kept.size()));
        return surplus;
    }

    private boolean isNeedless(OptionalInt index, IndexSet taken) {
        return index.isEmpty()
                || index.getAsInt() >= job.completions()
                || taken.contains(index.getAsInt())
                || tally.completed().contains(index.getAsInt())
                || failures.failed().contains(index.getAsInt());
    }

    private List<Integer> freeIndexes(int count) {
        var taken = IndexSet.parse(tally.completed().toString(), job.completions());
        failures.failed().addTo(taken);
        for (var pod : active) IndexSet.of(pod).ifPresent(taken::add);
        if (!job.countsTerminating()) {
            for (var pod : pods) if (!pod.isTerminal()) IndexSet.of(pod).ifPresent(taken::add);
        }
        return taken.missing(job.completions(), count);
    }

    private JobPlan plan() {
        var indexed = job.spec().isIndexed();
        var status = new JobStatus(
                conditions,
                startTime,
                completionTime,
                indexed ? tally.completed().size() : tally.countedSucceeded(),
                tally.countedFailed(),
                List.copyOf(tally.uncountedSucceeded()),
                List.copyOf(tally.uncountedFailed()),
                indexed ? tally.completed().toString() : job.status().completedIndexes(),
                failures.failed().toString(),
                job.isFinished() ? 0 : Math.max(0, active.size() - discard.size()),
                (int) active.stream().filter(ControlledPod::isReady).count(),
                (int) pods.stream()
                        .filter(pod -> pod.meta().isBeingDeleted() && !pod.isTerminal())
                        .count());
        var release = new ArrayList<>(tally.release());
        // What is left when the job has ended, or is going, needs no counting.
        if (job.isFinished() || job.isBeingDeleted()) {
            for (var pod : pods) {
                if (pod.hasFinalizer(PodTally.FINALIZER) && !release.contains(pod)) release.add(pod);
            }
        }
        return new JobPlan(status, discard, release, delete, create, failures, events, requeueAfter);
    }
}
