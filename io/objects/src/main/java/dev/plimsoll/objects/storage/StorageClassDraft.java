package dev.plimsoll.objects.storage;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ObjectDraft;

/** A storage class that is being written. */
public final class StorageClassDraft extends ObjectDraft {
    /** A class whose volumes are made where the pod runs that uses them first, and go with their claims. */
    public StorageClassDraft(String name, String provisioner) {
        super(ApiResource.STORAGE_CLASSES, ObjectName.ofCluster(name));
        root().put("provisioner", provisioner)
                .put("reclaimPolicy", "Delete")
                .put("volumeBindingMode", "WaitForFirstConsumer");
    }

    /** Folders for its volumes are made below this path of each node. */
    public StorageClassDraft below(String folder) {
        root().object("parameters").put(StorageClassObject.FOLDER, folder);
        return this;
    }

    /** Claims that name no class get it. */
    public StorageClassDraft byDefault() {
        metadata().annotation(StorageClassObject.DEFAULT_MARK, "true");
        return this;
    }
}
