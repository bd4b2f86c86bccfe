package dev.plimsoll.core.estimation.application;

import dev.plimsoll.core.admission.PodCreation;
import dev.plimsoll.core.admission.limitrange.LimitRanger;
import dev.plimsoll.core.demand.PodQos;
import dev.plimsoll.core.demand.QosClass;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.application.PodEdits.Note;
import dev.plimsoll.core.estimation.application.ResourcePlan.Reason;
import dev.plimsoll.core.estimation.capping.NamespaceRanges;
import dev.plimsoll.core.estimation.podlevel.ManagedLevel;
import dev.plimsoll.core.estimation.podlevel.PodLevelSupport;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.ResourceRules;
import dev.plimsoll.core.validation.Tolerances;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Applies a recommendation to one pod, when it is made or while it runs.
 *
 * <p>What comes out is always a pod that the API server would take: whatever would not be is left as it was, resource by
 * resource, and said.
 */
public final class PodApplication {
    public static final PodApplication DEFAULT = under(FeatureGates.DEFAULT);
    /** For an API server that drops the resources of pods as a whole. */
    public static final PodApplication WITHOUT_POD_LEVEL = under(new PodLevelSupport(false, false).serverGates());

    private final PodCreation creation;
    /** Of an API server before 1.37, which fills in the pod level while it decodes: the pod must be one that it takes, too. */
    private final PodCreation older;

    private final ResourceRules rules;
    private final LimitRanger ranger;
    private final PodQos qos;

    private PodApplication(
            PodCreation creation, PodCreation older, ResourceRules rules, LimitRanger ranger, PodQos qos) {
        this.creation = creation;
        this.older = older;
        this.rules = rules;
        this.ranger = ranger;
        this.qos = qos;
    }

    /** With the gates of the API server that will see the pod. */
    public static PodApplication under(FeatureGates gates) {
        return new PodApplication(
                PodCreation.under(gates),
                PodCreation.under(gates.with(Gate.POD_LEVEL_RESOURCES_FIX_DEFAULTING, false)),
                ResourceRules.under(gates),
                LimitRanger.under(gates),
                PodQos.under(gates));
    }

    /** When it is applied: values can be removed from a pod that is being made, but not from one that runs. */
    public enum Moment {
        ADMISSION,
        IN_PLACE
    }

    /**
     * Everything that decides.
     *
     * @param originals what the pod asked for at first
     * @param context the LimitRanges of its namespace
     * @param staysBelowLimits requests may not reach limits that stay as they are, or the pod would be of another class
     */
    public record Request(
            Pod pod,
            Originals originals,
            Recommendation recommendation,
            ResourcePolicy policy,
            NamespaceRanges context,
            ManagedLevel level,
            Moment moment,
            boolean staysBelowLimits) {
        public Request(
                Pod pod,
                Originals originals,
                Recommendation recommendation,
                ResourcePolicy policy,
                NamespaceRanges context,
                ManagedLevel level,
                Moment moment) {
            this(pod, originals, recommendation, policy, context, level, moment, false);
        }

        Request belowLimits() {
            return new Request(pod, originals, recommendation, policy, context, level, moment, true);
        }

        /** The same of a new pod from the same template: what the webhook will be asked if this one is evicted. */
        public Request recreated() {
            var sent = pod.withSpec(originals.applyTo(pod.spec()));
            return new Request(sent, originals, recommendation, policy, context, level, Moment.ADMISSION);
        }
    }

    /**
     * What is to be changed.
     *
     * @param plans for each resource how that came about; where containers alone are managed, for those that were left out
     */
    public record Outcome(PodEdits edits, List<ResourcePlan> plans) {
        static final Outcome NOTHING = new Outcome(PodEdits.NONE, List.of());

        public Outcome {
            plans = List.copyOf(plans);
        }

        public List<ResourcePlan.Skipped> skipped() {
            return plans.stream()
                    .filter(ResourcePlan.Skipped.class::isInstance)
                    .map(ResourcePlan.Skipped.class::cast)
                    .toList();
        }
    }

    public Outcome apply(Request request) {
        if (!request.policy().leavesAnyLimits()) return attempt(request);
        // A pod that runs gets what a new one would get, though the API server has filled in limits of it since.
        if (request.moment() == Moment.IN_PLACE && isBelowLimits(request.recreated())) {
            return attempt(request.belowLimits());
        }
        return isBelowLimits(request) ? attempt(request.belowLimits()) : attempt(request);
    }

    /** A request that reaches its limit may be what changes the class: then one unit less will do. */
    private boolean isBelowLimits(Request request) {
        var skipped = attempt(request).skipped();
        return skipped.stream().anyMatch(one -> one.reason() == Reason.QOS)
                && attempt(request.belowLimits()).skipped().size() < skipped.size();
    }

    /** Whether the API server would take the pod with other changes than those that were found, such as a boost's. */
    public boolean takes(Request request, PodEdits edits) {
        return new CurrentValues(request)
                .refusal(edits.applyTo(request.pod().spec()))
                .isEmpty();
    }

    /** What a new pod from the same template would be, once the webhook and the API server have seen it. */
    public PodSpec recreated(Request request) {
        var sent = request.recreated();
        return creation.apply(apply(sent).edits().applyTo(sent.pod().spec())).spec();
    }

    private Outcome attempt(Request request) {
        return switch (request.level()) {
            case CONTAINERS -> containers(request);
            case POD_AND_CONTAINERS, POD_ONLY ->
                request.recommendation().pod().isEmpty() ? Outcome.NOTHING : fitted(request);
            case WITHIN_POD -> fitted(request);
            case NOTHING -> Outcome.NOTHING;
        };
    }

    /** Containers as upstream does it, as far as the API server would take the pod. */
    private Outcome containers(Request request) {
        var spec = request.pod().spec();
        var edits = new ContainerLevel(request.policy(), request.context(), request.staysBelowLimits())
                .apply(request.pod(), request.recommendation().containers());
        var changed = edits.applyTo(spec);
        if (changed.equals(spec)) return new Outcome(edits, List.of());
        var before = new CurrentValues(request);
        var refused = before.refusal(changed);
        if (refused.isEmpty()) return new Outcome(edits, List.of());
        var kept = PodEdits.NONE;
        var skipped = new ArrayList<ResourcePlan>();
        for (var compute : Compute.ALL) {
            var own = edits.of(compute);
            if (own.isEmpty()) continue;
            var alone = before.refusal(kept.and(own).applyTo(spec));
            if (alone.isEmpty()) kept = kept.and(own);
            else skipped.add(alone.get().skipped(compute));
        }
        return new Outcome(kept.and(joined(skipped)), skipped);
    }

    private Outcome fitted(Request request) {
        var before = new CurrentValues(request);
        var found = new ArrayList<ResourcePlan>();
        for (var compute : Compute.ALL) found.add(new PodResourceFit(request, compute).run());
        // Both together may be sound where one alone would make another class of the pod.
        var both = joined(found);
        if (before.refusal(both.applyTo(before.spec)).isEmpty()) return new Outcome(both, found);
        var plans = new ArrayList<ResourcePlan>();
        var edits = PodEdits.NONE;
        for (var each : found) {
            var plan = before.checked(each, edits);
            plans.add(plan);
            if (plan instanceof ResourcePlan.Fitted fitted) edits = edits.and(fitted.edits());
        }
        return new Outcome(joined(plans), plans);
    }

    private static PodEdits joined(List<ResourcePlan> plans) {
        var edits = PodEdits.NONE;
        for (var plan : plans) {
            edits = edits.and(
                    switch (plan) {
                        case ResourcePlan.Fitted fitted -> fitted.edits();
                        case ResourcePlan.Skipped(var compute, var _, var detail) ->
                            new PodEdits(
                                    List.of(),
                                    List.of(new Note(
                                            ValueLocation.POD, compute.resource() + " left unchanged, " + detail)));
                        case ResourcePlan.Unmanaged _ -> PodEdits.NONE;
                    });
        }
        return edits;
    }

    /** Why the API server would not take a pod. */
    private record Refusal(Reason reason, String detail) {
        ResourcePlan.Skipped skipped(Compute compute) {
            return new ResourcePlan.Skipped(compute, reason, detail);
        }
    }

    /** What an API server says against a pod as it is: the fields that are wrong, and whether a LimitRange is broken. */
    private record Objections(Set<String> fields, boolean breaksRange) {}

    /** How a pod stood before: what it was refused for already is not held against the change. */
    private final class CurrentValues {
        private final PodSpec spec;
        private final NamespaceRanges context;
        private final Objections usual;
        private final Objections ofOlder;
        private final QosClass qosClass;

        CurrentValues(Request request) {
            this.spec = request.pod().spec();
            this.context = request.context();
            var made = creation.apply(spec).spec();
            this.usual = objections(made);
            this.ofOlder = spec.resources().isEmpty()
                    ? usual
                    : objections(older.apply(spec).spec());
            this.qosClass = qos.of(made);
        }

        private Objections objections(PodSpec made) {
            return new Objections(
                    errors(made).stream().map(FieldError::field).collect(Collectors.toSet()),
                    ranger.check(made, context.ranges()).isPresent());
        }

        private List<FieldError> errors(PodSpec made) {
            return rules.check(made, Tolerances.NONE);
        }

        /** The plan, if the pod can take it beside other changes. */
        ResourcePlan checked(ResourcePlan plan, PodEdits beside) {
            if (!(plan instanceof ResourcePlan.Fitted fitted)) return plan;
            var refusal = refusal(beside.and(fitted.edits()).applyTo(spec));
            return refusal.isEmpty() ? plan : refusal.get().skipped(plan.compute());
        }

        /** Why the API server would not take the changed pod though it took the pod before. */
        Optional<Refusal> refusal(PodSpec changed) {
            var made = creation.apply(changed).spec();
            var refusal = newObjection(made, usual);
            if (refusal.isEmpty() && !changed.resources().isEmpty()) {
                refusal = newObjection(older.apply(changed).spec(), ofOlder);
            }
            return refusal.isPresent() ? refusal : otherClass(qos.of(made));
        }

        private Optional<Refusal> newObjection(PodSpec made, Objections before) {
            for (var error : errors(made)) {
                if (!before.fields().contains(error.field())) {
                    return Optional.of(new Refusal(Reason.VALIDITY, error.toString()));
                }
            }
            if (before.breaksRange()) return Optional.empty();
            return ranger.check(made, context.ranges())
                    .map(violation -> new Refusal(Reason.LIMIT_RANGE, violation.text()));
        }

        /** A pod that asks for nothing gets another class with the first thing it asks for; all others keep theirs. */
        private Optional<Refusal> otherClass(QosClass changed) {
            if (changed == qosClass || qosClass == QosClass.BEST_EFFORT) return Optional.empty();
            var detail = "the pod would no longer be " + qosClass + " but " + changed;
            return Optional.of(new Refusal(Reason.QOS, detail));
        }
    }
}
