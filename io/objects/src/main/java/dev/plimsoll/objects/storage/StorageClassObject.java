package dev.plimsoll.objects.storage;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.view.VolumeReader;
import dev.plimsoll.core.placement.volumes.VolumeClass;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A kind of volumes, and who makes them. */
public final class StorageClassObject extends ApiObject {
    public static final ObjectKind<StorageClassObject> KIND =
            new ObjectKind<>(ApiResource.STORAGE_CLASSES, StorageClassObject.class, StorageClassObject::new);

    static final String DEFAULT_MARK = "storageclass.kubernetes.io/is-default-class";
    static final String FOLDER = "folder";
    private static final String DEFAULT_FOLDER = "/var/lib/plimsoll/volumes";
    private static final String OLD_DEFAULT_MARK = "storageclass.beta.kubernetes.io/is-default-class";

    private @Nullable VolumeClass view;

    public StorageClassObject(ObjectNode document) {
        super(document);
    }

    /** As binding sees it. */
    public VolumeClass view() {
        var known = view;
        if (known == null) view = known = VolumeReader.storageClass(document());
        return known;
    }

    public boolean isDefault() {
        var annotations = metadata().annotations();
        return "true".equals(annotations.get(DEFAULT_MARK)) || "true".equals(annotations.get(OLD_DEFAULT_MARK));
    }

    /** What becomes of a volume when its claim is gone: {@code Delete} or {@code Retain}. */
    public String reclaimPolicy() {
        return text(document(), "reclaimPolicy", "Delete");
    }

    /** Where folders are made for its volumes, as its parameters say. */
    public String folder() {
        return text(document().path("parameters"), FOLDER, DEFAULT_FOLDER);
    }

    /** The class of claims that name none: of several the newest, and of those the first by name. */
    public static Optional<StorageClassObject> defaultOf(Collection<StorageClassObject> classes) {
        return classes.stream()
                .filter(StorageClassObject::isDefault)
                .min(Comparator.comparing(StorageClassObject::metadata, Comparator.comparing(ObjectMetadata::created))
                        .reversed()
                        .thenComparing(each -> each.metadata().name()));
    }
}
