package dev.plimsoll.objects.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.util.List;

/** Bounds and defaults of the pods and containers of a namespace. */
public final class LimitRangeObject extends ApiObject {
    public static final ObjectKind<LimitRangeObject> KIND = new ObjectKind<>(
            ApiResource.namespaced("", "v1", "limitranges", "LimitRange"),
            LimitRangeObject.class,
            LimitRangeObject::new);

    public LimitRangeObject(ObjectNode document) {
        super(document);
    }

    /** What it says of pods, containers and claims; nothing where it cannot be read. */
    public List<LimitRange.Item> items() {
        return PolicyReader.limitRange(document()) instanceof Read.Ok<LimitRange>(var range)
                ? range.items()
                : List.of();
    }
}
