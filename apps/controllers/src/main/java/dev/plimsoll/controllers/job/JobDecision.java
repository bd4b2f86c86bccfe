package dev.plimsoll.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.loop.StatusWrite;
import dev.plimsoll.controllers.objects.Conditions;
import dev.plimsoll.controllers.objects.Conditions.Said;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Times;
import dev.plimsoll.controllers.objects.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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
final class JobDecision {
    private static final int BURST = 500;

    private final JobView job;
    private final List<PodView> pods;
    private final Instant now;
    private final FailurePolicy policy;
    private final IndexFailures failures;
    private final Tally tally;
    private final List<PodView> active;
    private final ObjectNode status;
    private final List<PodView> discard = new ArrayList<>();
    private final List<PodView> delete = new ArrayList<>();
    private final List<Integer> create = new ArrayList<>();
    private final List<JobPlan.Note> notes = new ArrayList<>();
    private Duration again = Duration.ZERO;

    private JobDecision(Workload workload, List<PodView> pods, Instant now) {
        this.job = new JobView(workload);
        this.pods = pods;
        this.now = now;
        this.policy = FailurePolicy.of(job);
        this.failures = IndexFailures.of(job, policy, pods);
        var isEnding = job.has(JobView.FAILURE_TARGET) || job.has(JobView.SUCCESS_MET);
        this.tally = Tally.of(job, pods, policy, pod -> failures.isNeeded(pod, pods, isEnding));
        this.active = pods.stream().filter(PodView::isActive).toList();
        this.status = workload.status() instanceof ObjectNode known ? known.deepCopy() : Json.object();
    }

    /**
     * Decides.
     *
     * @param mayCreate false while the cache does not show everything that was done
     */
    static JobPlan decide(Workload workload, List<PodView> pods, boolean mayCreate, Instant now) {
        var decision = new JobDecision(workload, pods, now);
        decision.decide(mayCreate);
        return decision.plan();
    }

    private void decide(boolean mayChange) {
        if (job.isFinished() || job.job().meta().isBeingDeleted()) return;
        if (job.started().isEmpty() && !job.isSuspended()) status.put("startTime", Times.text(now));
        findEnd();
        if (Conditions.is(status, JobView.FAILURE_TARGET, "True")
                || Conditions.is(status, JobView.SUCCESS_MET, "True")) {
            end();
        } else if (job.isSuspended()) {
            if (mayChange) discard.addAll(active);
            say(JobView.SUSPENDED, "True", "JobSuspended", "Job suspended", "Suspended");
        } else {
            if (job.has(JobView.SUSPENDED)) {
                status.put("startTime", Times.text(now));
                say(JobView.SUSPENDED, "False", "JobResumed", "Job resumed", "Resumed");
            }
            watchDeadline();
            if (mayChange) fit();
        }
    }

    private void say(String type, String value, String reason, String message, String event) {
        if (Conditions.is(status, type, value)) return;
        Conditions.set(status, new Said(type, value, reason, message), now).put("lastProbeTime", Times.text(now));
        if (!event.isEmpty()) notes.add(new JobPlan.Note(false, event, message));
    }

    /** Marks a job that is about to end, unless it is marked. */
    private void findEnd() {
        if (job.has(JobView.FAILURE_TARGET) || job.has(JobView.SUCCESS_MET)) return;
        var why = failure();
        if (why.isPresent()) {
            var reason = why.get();
            say(JobView.FAILURE_TARGET, "True", reason.reason(), reason.message(), "");
            return;
        }
        var rule = SuccessPolicy.met(job, tally.completed());
        if (rule.isPresent()) {
            say(JobView.SUCCESS_MET, "True", "SuccessPolicy", "Matched rules at index " + rule.getAsInt(), "");
            return;
        }
        var succeeded = tally.succeeded(job);
        var enough = job.hasCompletions()
                ? succeeded >= job.completions()
                : succeeded > 0 && pods.stream().noneMatch(pod -> !pod.isTerminal());
        if (enough) {
            say(JobView.SUCCESS_MET, "True", "CompletionsReached", "Reached expected number of succeeded pods", "");
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
        if (!job.restartsOnFailure()) return false;
        var restarts = active.stream().mapToInt(pod -> pod.restarts().started()).sum();
        return job.backoffLimit() == 0 ? restarts > 0 : restarts >= job.backoffLimit();
    }

    private Optional<Duration> untilDeadline() {
        var seconds = job.job().spec().path("activeDeadlineSeconds");
        if (!seconds.isNumber() || job.isSuspended() || job.has(JobView.SUSPENDED)) return Optional.empty();
        return job.started().map(start -> Duration.between(now, start.plusSeconds(seconds.asLong())));
    }

    private void watchDeadline() {
        var seconds = job.job().spec().path("activeDeadlineSeconds");
        if (!seconds.isNumber()) return;
        var left = untilDeadline().orElse(Duration.ofSeconds(seconds.asLong()));
        again = Times.sooner(again, left.plusMillis(100));
    }

    /** Takes the remaining pods away, and ends the job when nothing is left to wait for. */
    private void end() {
        delete.addAll(active);
        var left = pods.stream().anyMatch(pod -> !pod.isTerminal());
        if (left || !tally.isCounted()) return;
        if (Conditions.is(status, JobView.FAILURE_TARGET, "True")) {
            var target = Conditions.find(status, JobView.FAILURE_TARGET).orElseThrow();
            var reason = target.path("reason").asText();
            var message = target.path("message").asText();
            say(JobView.FAILED, "True", reason, message, "");
            notes.add(new JobPlan.Note(true, reason, message));
        } else {
            status.put("completionTime", Times.text(now));
            var met = Conditions.find(status, JobView.SUCCESS_MET).orElseThrow();
            var reason = met.path("reason").asText("CompletionsReached");
            var message = met.path("message").asText("Reached expected number of succeeded pods");
            say(JobView.COMPLETE, "True", reason, message, "");
            notes.add(new JobPlan.Note(false, "Completed", "Job completed"));
        }
    }

    /** Makes as many pods active as there should be. */
    private void fit() {
        var succeeded = tally.succeeded(job);
        var wanted = job.hasCompletions()
                ? Math.min(
                        job.parallelism(),
                        job.completions() - succeeded - failures.failed().size())
                : succeeded > 0 ? Math.min(active.size(), job.parallelism()) : job.parallelism();
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
            again = Times.sooner(again, rest);
            return;
        }
        if (job.isIndexed()) create.addAll(freeIndexes(missing));
        else for (var i = 0; i < missing; i++) create.add(-1);
    }

    /** Each index waits after its own failures. */
    private void retry(int missing) {
        for (var index : freeIndexes(job.completions())) {
            var rest = failures.rest(index, now);
            if (rest.isPositive()) again = Times.sooner(again, rest);
            else if (create.size() < missing) create.add(index);
        }
    }

    /** Pods that are too many: with an index that another has or that is done, or simply more than wanted. */
    private List<PodView> surplus(int wanted) {
        var order = Comparator.comparing(PodView::isReady)
                .thenComparing((PodView pod) -> pod.meta().created(), Comparator.reverseOrder())
                .thenComparing(PodView::name);
        var surplus = new ArrayList<PodView>();
        var kept = new ArrayList<PodView>();
        var taken = new IndexSet();
        for (var pod : active.stream().sorted(order.reversed()).toList()) {
            var index = IndexSet.of(pod);
            var needless = job.isIndexed()
                    && (index.isEmpty()
                            || index.getAsInt() >= job.completions()
                            || taken.contains(index.getAsInt())
                            || tally.completed().contains(index.getAsInt())
                            || failures.failed().contains(index.getAsInt()));
            if (needless) {
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
        tally.writeTo(status, job);
        if (failures.failed().size() > 0)
            status.put("failedIndexes", failures.failed().toString());
        var gone = discard.size();
        StatusWrite.count(status, "active", job.isFinished() ? 0 : Math.max(0, active.size() - gone));
        status.put("ready", active.stream().filter(PodView::isReady).count());
        status.put(
                "terminating",
                pods.stream()
                        .filter(pod -> pod.meta().isBeingDeleted() && !pod.isTerminal())
                        .count());
        var release = new ArrayList<>(tally.release());
        // What is left when the job has ended, or is going, needs no counting.
        if (job.isFinished() || job.job().meta().isBeingDeleted()) {
            for (var pod : pods) {
                if (pod.hasFinalizer(Tally.FINALIZER) && !release.contains(pod)) release.add(pod);
            }
        }
        return new JobPlan(status, discard, release, delete, create, failures, notes, again);
    }
}
