package dev.plimsoll.apiserver.admission.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.storage.StoredObject;
import dev.plimsoll.codec.view.PodSecurityReader;
import dev.plimsoll.core.podsecurity.Evaluator;
import dev.plimsoll.core.podsecurity.LevelVersion;
import dev.plimsoll.core.podsecurity.NamespacePolicy;
import dev.plimsoll.core.podsecurity.SecurityLevel;
import dev.plimsoll.core.podsecurity.ViolationText;
import dev.plimsoll.core.podsecurity.checks.Violation;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.ContainerImages;
import dev.plimsoll.kinds.documents.PodTemplateLocation;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.MetadataReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The Pod Security Standards that the labels of a namespace ask for. Pods are refused, workloads and namespaces only warned of. */
public final class PodSecurityStep implements AdmissionStep {
    private static final String ANNOTATION = "pod-security.kubernetes.io/";
    /** Ways of writing a pod that can change what runs in it. */
    private static final Set<String> WAYS = Set.of("", "ephemeralcontainers", "resize");
    /** Pods of a namespace that are looked at when its policy gets stricter. */
    private static final int MOST_PODS = 3_000;

    private final Registry registry;
    private final Kind namespaces;
    private final Kind pods;
    /** Namespaces change far less often than something is made in them. */
    private final Map<String, Known> policies = new ConcurrentHashMap<>();

    private record Known(long revision, NamespacePolicy policy) {}

    public PodSecurityStep(Registry registry, Kind namespaces, Kind pods) {
        this.registry = registry;
        this.namespaces = namespaces;
        this.pods = pods;
    }

    @Override
    public void validate(AdmissionAttributes review) {
        if (review.operation() == AdmissionAttributes.Operation.DELETE) return;
        if (review.kind().equals(namespaces)) {
            if (review.subresource().isEmpty()) namespace(review);
        } else if (review.isPod()) {
            if (WAYS.contains(review.subresource()) && bringsImages(review)) pod(review);
        } else if (review.subresource().isEmpty()) {
            PodTemplateLocation.template(review.kind(), review.object())
                    .ifPresent(template -> workload(review, template));
        }
    }

    /** Whether a write brings in something to run. */
    private static boolean bringsImages(AdmissionAttributes review) {
        return review.operation() == AdmissionAttributes.Operation.CREATE
                || ContainerImages.isAdded(review.stored(), review.object());
    }

    private void pod(AdmissionAttributes review) {
        var policy = policy(review);
        if (policy.isPrivileged()) return;
        var pod = PodSecurityReader.read(review.object());
        note(review, policy);
        review.context()
                .annotate(ANNOTATION + "enforce-policy", policy.enforce().toString());
        audit(review, policy, Evaluator.violations(policy.audit(), pod));
        var refused = Evaluator.violations(policy.enforce(), pod);
        if (!refused.isEmpty()) throw review.forbidden(ViolationText.refusal(policy.enforce(), refused));
        warn(review, policy.warn(), Evaluator.violations(policy.warn(), pod));
    }

    private void workload(AdmissionAttributes review, JsonNode template) {
        var policy = policy(review);
        if (policy.isPrivileged()) return;
        var pod = PodSecurityReader.read(template);
        note(review, policy);
        audit(review, policy, Evaluator.violations(policy.audit(), pod));
        warn(review, policy.warn(), Evaluator.violations(policy.warn(), pod));
    }

    private NamespacePolicy policy(AdmissionAttributes review) {
        return review.others()
                .find(registry, namespaces, "", review.namespace())
                .map(this::policy)
                .orElse(NamespacePolicy.PRIVILEGED);
    }

    private NamespacePolicy policy(StoredObject namespace) {
        var known = policies.get(namespace.key());
        if (known != null && known.revision == namespace.revision()) return known.policy;
        var policy = NamespacePolicy.of(MetadataReader.labels(namespace.tree()), NamespacePolicy.PRIVILEGED);
        policies.put(namespace.key(), new Known(namespace.revision(), policy));
        return policy;
    }

    /** Labels that cannot be understood are no fault of whoever writes a pod; the audit log tells of them. */
    private static void note(AdmissionAttributes review, NamespacePolicy policy) {
        if (policy.errors().isEmpty()) return;
        var texts = policy.errors().stream().map(Objects::toString).toList();
        review.context().annotate(ANNOTATION + "error", "Failed to parse policy: " + String.join(", ", texts));
    }

    private static void audit(AdmissionAttributes review, NamespacePolicy policy, List<Violation> found) {
        if (found.isEmpty()) return;
        review.context().annotate(ANNOTATION + "audit-violations", ViolationText.warning(policy.audit(), found));
    }

    private static void warn(AdmissionAttributes review, LevelVersion standard, List<Violation> found) {
        if (!found.isEmpty()) review.context().warn(ViolationText.warning(standard, found));
    }

    private void namespace(AdmissionAttributes review) {
        var policy = NamespacePolicy.of(MetadataReader.labels(review.object()), NamespacePolicy.PRIVILEGED);
        var before = review.old() == null
                ? NamespacePolicy.PRIVILEGED
                : NamespacePolicy.of(MetadataReader.labels(review.stored()), NamespacePolicy.PRIVILEGED);
        if (!Set.copyOf(policy.errors()).equals(Set.copyOf(before.errors()))
                && !policy.errors().isEmpty()) {
            throw new RefusedException(Refusal.Invalid.of(review.kind(), review.name(), policy.errors()));
        }
        if (review.operation() != AdmissionAttributes.Operation.UPDATE || !policy.isStricterThan(before)) return;
        existing(review, policy.enforce());
    }

    private void existing(AdmissionAttributes review, LevelVersion standard) {
        if (standard.level() == SecurityLevel.PRIVILEGED) return;
        var all = registry.recent(pods, review.name()).objects();
        var checked = Math.min(all.size(), MOST_PODS);
        var violations = new HashMap<String, List<Violation>>();
        for (var candidate : all.subList(0, checked)) {
            var pod = candidate.object().tree();
            var found = Evaluator.violations(standard, PodSecurityReader.read(pod));
            if (!found.isEmpty()) violations.put(MetadataReader.name(pod), found);
        }
        for (var line : ViolationText.ofNamespace(review.name(), standard, violations, checked, all.size())) {
            review.context().warn(line);
        }
    }
}
