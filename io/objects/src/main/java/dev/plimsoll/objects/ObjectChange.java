package dev.plimsoll.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Patch;
import dev.plimsoll.core.workloads.ObjectMetadata;
import dev.plimsoll.core.workloads.OwnerReference;
import dev.plimsoll.objects.tree.DraftNode;
import java.util.List;

/** A change that names only what changes, of one object and no other that has its name now. */
public class ObjectChange {
    private final DraftNode root = DraftNode.empty();

    /** A change of whatever object has the name at the time. */
    public ObjectChange() {}

    /** A change of the object with this uid. */
    public ObjectChange(String uid) {
        root.object("metadata").put("uid", uid);
    }

    /** A change of an object, as long as it is as it was read. */
    public ObjectChange(ObjectMetadata unchanged) {
        this(unchanged.uid());
        metadata().resourceVersion(unchanged.version());
    }

    public final MetadataDraft metadata() {
        return new MetadataDraft(root.object("metadata"));
    }

    protected final DraftNode root() {
        return root;
    }

    /** Takes one owner off a list, as strategic patches do. */
    public final ObjectChange withoutOwner(String owner) {
        root.object("metadata")
                .list("ownerReferences")
                .addObject()
                .put("$patch", "delete")
                .put("uid", owner);
        return this;
    }

    /** Takes one finalizer off a list, as strategic patches do. */
    public final ObjectChange withoutFinalizer(String finalizer) {
        root.object("metadata").list("$deleteFromPrimitiveList/finalizers").add(finalizer);
        return this;
    }

    public final ObjectNode document() {
        return root.node();
    }

    public final Patch merge() {
        return new Patch.Merge(document());
    }

    public final Patch strategic() {
        return new Patch.Strategic(document());
    }

    /** Leaves these owners and no others, if the object is as it was read. */
    public static Patch onlyOwners(ObjectMetadata unchanged, List<OwnerReference> owners) {
        var change = new ObjectChange(unchanged);
        change.metadata().onlyOwners(owners);
        return change.merge();
    }

    /** Lets no owner wait for the object any longer, if it is as it was read. */
    public static Patch unblockingOwners(ObjectMetadata unchanged) {
        var change = new ObjectChange(unchanged);
        change.metadata().onlyUnblockedOwners(unchanged.owners());
        return change.merge();
    }

    /** Takes a finalizer off an object, if it is as it was read. */
    public static Patch withoutFinalizer(ObjectMetadata unchanged, String finalizer) {
        var change = new ObjectChange(unchanged);
        change.metadata()
                .onlyFinalizers(unchanged.finalizers().stream()
                        .filter(each -> !each.equals(finalizer))
                        .toList());
        return change.merge();
    }
}
