package dev.plimsoll.objects.autoscaling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.core.model.CrossVersionObjectReference;
import dev.plimsoll.core.workloads.horizontal.AutoscalerSpec;
import dev.plimsoll.core.workloads.horizontal.Tolerance;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.time.Duration;
import java.time.Instant;

/** A horizontal pod autoscaler. */
public final class HorizontalPodAutoscalerObject extends ApiObject {
    public static final ObjectKind<HorizontalPodAutoscalerObject> KIND = new ObjectKind<>(
            ApiResource.HORIZONTAL_POD_AUTOSCALERS,
            HorizontalPodAutoscalerObject.class,
            HorizontalPodAutoscalerObject::new);

    public HorizontalPodAutoscalerObject(ObjectNode document) {
        super(document);
    }

    /** Its spec; what is absent has its default, also where another API server left it open. */
    public AutoscalerSpec spec(Duration usualStabilization, Tolerance usualTolerance) {
        return AutoscalerSpecReader.spec(specNode(), usualStabilization, usualTolerance);
    }

    /** The workload that it scales. */
    public CrossVersionObjectReference target() {
        return AutoscalerSpecReader.target(specNode());
    }

    /** A draft of its status, for what was found out now. */
    public AutoscalerStatusDraft statusDraft(Instant now) {
        return new AutoscalerStatusDraft(this, now);
    }
}
