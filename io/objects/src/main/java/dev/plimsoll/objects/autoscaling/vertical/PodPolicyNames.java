package dev.plimsoll.objects.autoscaling.vertical;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.estimation.policy.EstimatorKind;
import dev.plimsoll.core.estimation.policy.PodMode;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.List;
import java.util.Optional;

/**
 * How objects spell the policy and the recommendation for pods as a whole. AEP-7571 is a draft, and its newest text has other names than
 * the one that we follow. Everything that depends on these names is here, and nothing else is; see docs/decisions/0012.
 */
public enum PodPolicyNames {
    /** {@code podPolicies}, which is {@code Auto} where nothing is said, and {@code podRecommendation}. */
    PLURAL("podPolicies", List.of(PodMode.AUTO, PodMode.POD_AND_CONTAINERS, PodMode.POD_ONLY, PodMode.OFF)) {
        @Override
        JsonNode recommendation(JsonNode recommendation) {
            return recommendation.path("podRecommendation");
        }

        @Override
        DraftNode newRecommendation(DraftNode recommendation) {
            return recommendation.newObject("podRecommendation");
        }
    },

    /**
     * {@code podPolicy}, which is {@code Off} where nothing is said, with histories of whole pods, and {@code podRecommendations}: the newest
     * draft.
     */
    SINGULAR("podPolicy", List.of(PodMode.OFF, PodMode.AUTO)) {
        @Override
        JsonNode recommendation(JsonNode recommendation) {
            return recommendation.path("podRecommendations").path(0);
        }

        @Override
        DraftNode newRecommendation(DraftNode recommendation) {
            return recommendation.newList("podRecommendations").addObject();
        }
    };

    /** What objects are read and written with. */
    public static final PodPolicyNames CURRENT = PLURAL;

    private final String stanza;
    private final List<PodMode> modes;

    /** @param modes the first is what nothing said means */
    PodPolicyNames(String stanza, List<PodMode> modes) {
        this.stanza = stanza;
        this.modes = modes;
    }

    /** As messages name the policy. */
    public String path() {
        return "spec.resourcePolicy." + stanza;
    }

    /** The policy, where there is one. */
    Optional<WrittenPolicy> policy(JsonNode resourcePolicy) {
        var node = resourcePolicy.path(stanza);
        return node.isObject() ? Optional.of(new WrittenPolicy(node)) : Optional.empty();
    }

    boolean isSame(JsonNode resourcePolicy, JsonNode other) {
        return resourcePolicy.path(stanza).equals(other.path(stanza));
    }

    /** The names of modes that objects may have. */
    public List<String> modeNames() {
        return modes.stream().map(PodMode::text).toList();
    }

    /** The mode that a policy asks for; empty where it is none of ours. */
    public Optional<PodMode> mode(Optional<WrittenPolicy> policy) {
        var name = policy.flatMap(WrittenPolicy::mode);
        if (name.isEmpty()) return Optional.of(modes.getFirst());
        return modes.stream().filter(mode -> mode.text().equals(name.get())).findFirst();
    }

    /** How the use of pods is found where a policy does not say. */
    EstimatorKind usualEstimator() {
        return this == PLURAL ? EstimatorKind.SUM : EstimatorKind.WHOLE;
    }

    /** The recommendation for the pod. */
    abstract JsonNode recommendation(JsonNode recommendation);

    /** Where the recommendation for the pod is written. */
    abstract DraftNode newRecommendation(DraftNode recommendation);
}
