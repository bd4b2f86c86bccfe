package dev.plimsoll.controllers.replicaset;

import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.workload.ReplicaSetObject;

/** The kinds that ask for a number of pods and nothing else. */
public enum ReplicaKind {
    REPLICA_SET(ReplicaSetObject.KIND, "replicaset", "replicaset-controller"),
    REPLICATION_CONTROLLER(ReplicaSetObject.REPLICATION_CONTROLLER, "replicationmanager", "replication-controller");

    private final ObjectKind<ReplicaSetObject> objects;
    private final String queue;
    private final String eventSource;

    ReplicaKind(ObjectKind<ReplicaSetObject> objects, String queue, String eventSource) {
        this.objects = objects;
        this.queue = queue;
        this.eventSource = eventSource;
    }

    ObjectKind<ReplicaSetObject> objects() {
        return objects;
    }

    /** As it is called in metrics. */
    String queue() {
        return queue;
    }

    String eventSource() {
        return eventSource;
    }
}
