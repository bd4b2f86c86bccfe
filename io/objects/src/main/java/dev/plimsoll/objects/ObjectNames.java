package dev.plimsoll.objects;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.core.workloads.ObjectMetadata;

/** Names as the client takes them, of objects as decisions see them. */
public final class ObjectNames {
    private ObjectNames() {}

    public static ObjectName of(ObjectMetadata metadata) {
        return new ObjectName(metadata.namespace(), metadata.name());
    }

    public static ObjectName of(ControlledPod pod) {
        return of(pod.meta());
    }
}
