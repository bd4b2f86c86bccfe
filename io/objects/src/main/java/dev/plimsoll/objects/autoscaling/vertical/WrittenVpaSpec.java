package dev.plimsoll.objects.autoscaling.vertical;

import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import java.util.List;
import java.util.Optional;

/** The spec of a VerticalPodAutoscaler as somebody wrote it, before anybody has checked it. */
public final class WrittenVpaSpec {
    /** Of an object that was not there. */
    public static final WrittenVpaSpec NONE = new WrittenVpaSpec(MissingNode.getInstance(), PodPolicyNames.CURRENT);

    private final JsonNode spec;
    private final PodPolicyNames names;

    private WrittenVpaSpec(JsonNode spec, PodPolicyNames names) {
        this.spec = spec;
        this.names = names;
    }

    /** The spec of an object. */
    public static WrittenVpaSpec of(ObjectNode document) {
        return of(document, PodPolicyNames.CURRENT);
    }

    static WrittenVpaSpec of(ObjectNode document, PodPolicyNames names) {
        return new WrittenVpaSpec(document.path("spec"), names);
    }

    PodPolicyNames names() {
        return names;
    }

    public Optional<CrossVersionObjectReference> targetRef() {
        var target = spec.path("targetRef");
        if (!target.isObject()) return Optional.empty();
        return Optional.of(new CrossVersionObjectReference(
                text(target, "apiVersion"), text(target, "kind"), text(target, "name")));
    }

    public Optional<WrittenUpdatePolicy> updatePolicy() {
        var policy = spec.path("updatePolicy");
        return policy.isObject() ? Optional.of(new WrittenUpdatePolicy(policy)) : Optional.empty();
    }

    /** Where the policy for updates gives one. */
    public Optional<String> updateMode() {
        return updatePolicy().flatMap(WrittenUpdatePolicy::updateMode);
    }

    public Optional<WrittenBoost> startupBoost() {
        return WrittenPolicy.boost(spec);
    }

    public List<WrittenPolicy> containerPolicies() {
        return list(spec.path("resourcePolicy"), "containerPolicies", WrittenPolicy::new);
    }

    /** The policy for pods as a whole. */
    public Optional<WrittenPolicy> podPolicies() {
        return names.policy(spec.path("resourcePolicy"));
    }

    public List<String> recommenders() {
        return list(spec, "recommenders", each -> text(each, "name"));
    }

    /** Whether it boosts all pods, or some container. */
    public boolean hasBoost() {
        return startupBoost().isPresent()
                || containerPolicies().stream()
                        .anyMatch(policy -> policy.startupBoost().isPresent());
    }

    /** Whether it has any field of the gate {@code PerVPAConfig}. */
    public boolean hasSettingsOfItsOwn() {
        var evicts =
                updatePolicy().filter(policy -> policy.evictAfterOomSeconds().isPresent());
        return evicts.isPresent() || containerPolicies().stream().anyMatch(WrittenPolicy::tunesSampling);
    }

    /** Whether target, update mode and policy for pods are the same, word for word. */
    public boolean hasSameTargetAndModes(WrittenVpaSpec other) {
        return spec.path("targetRef").equals(other.spec.path("targetRef"))
                && updateMode().equals(other.updateMode())
                && names.isSame(spec.path("resourcePolicy"), other.spec.path("resourcePolicy"));
    }
}
