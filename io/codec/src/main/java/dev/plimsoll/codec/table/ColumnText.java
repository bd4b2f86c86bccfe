package dev.plimsoll.codec.table;

/** Descriptions that columns of many kinds share. */
final class ColumnText {
    static final String NAME =
            "Name must be unique within a namespace. Is required when creating resources, although some resources may"
                    + " allow a client to request the generation of an appropriate name automatically. Name is"
                    + " primarily intended for creation idempotence and configuration definition. Cannot be updated."
                    + " More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
    static final String CREATION_TIMESTAMP =
            "CreationTimestamp is a timestamp representing the server time when this object was created. It is not"
                    + " guaranteed to be set in happens-before order across separate operations. Clients may not set"
                    + " this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system."
                    + " Read-only. Null for lists. More info:"
                    + " https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";
    static final String CONTAINERS = "Names of each container in the template.";
    static final String IMAGES = "Images referenced by each container in the template.";
    static final String SELECTOR = "Label selector for the pods that belong to this object.";
    static final String REPLICAS = "Number of pods that are wanted.";

    private ColumnText() {}
}
