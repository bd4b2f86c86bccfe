package dev.plimsoll.objects.autoscaling.vertical;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.cache.ObjectDecoder.Decoded;
import dev.plimsoll.core.estimation.boost.StartupBoosts;
import dev.plimsoll.core.estimation.podlevel.Recommendation;
import dev.plimsoll.core.estimation.policy.ResourcePolicy;
import dev.plimsoll.core.estimation.spec.VpaSpec;
import dev.plimsoll.core.estimation.update.UpdateMode;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.objects.ApiObject;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;

/** A VerticalPodAutoscaler whose spec and recommendation could be read. */
public final class VpaObject extends ApiObject {
    public static final ApiResource RESOURCE =
            ApiResource.namespaced("autoscaling.k8s.io", "v1", "verticalpodautoscalers", "VerticalPodAutoscaler");

    /** Of several for one target the oldest counts. */
    public static final Comparator<VpaObject> OLDEST_FIRST =
            Comparator.comparing(VpaObject::created).thenComparing(VpaObject::name);

    private final VpaSpec spec;
    private final Recommendation recommendation;

    private VpaObject(ObjectNode document, VpaSpec spec, Recommendation recommendation) {
        super(document);
        this.spec = spec;
        this.recommendation = recommendation;
    }

    /** One with a value that has no meaning is unreadable: nobody may act on a guess. */
    public static Decoded<VpaObject> decode(ObjectNode document) {
        try {
            return new Decoded.View<>(new VpaObject(
                    document,
                    new VpaSpecReader(WrittenVpaSpec.of(document)).read(),
                    new RecommendationFields(PodPolicyNames.CURRENT)
                            .read(document.path("status").path("recommendation"))));
        } catch (MalformedDocumentException e) {
            return new Decoded.Unreadable<>(String.valueOf(e.getMessage()));
        }
    }

    public VpaSpec spec() {
        return spec;
    }

    public CrossVersionObjectReference target() {
        return spec.target();
    }

    public UpdateMode mode() {
        return spec.mode();
    }

    public ResourcePolicy policy() {
        return spec.policy();
    }

    public StartupBoosts boosts() {
        return spec.boosts();
    }

    /** What its status recommends. */
    public Recommendation recommendation() {
        return recommendation;
    }

    public Instant created() {
        return metadata().created();
    }

    public Map<String, String> annotations() {
        return metadata().annotations();
    }

    /** A draft of its whole status: what is not written again is gone. */
    public VpaStatusDraft newStatus(Instant now) {
        return new VpaStatusDraft(this, now);
    }

    JsonNode status() {
        return statusNode();
    }
}
