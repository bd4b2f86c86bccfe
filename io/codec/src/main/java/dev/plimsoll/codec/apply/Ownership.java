package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.apply.ManagedEntry.Operation;
import dev.plimsoll.codec.schema.KindShape;
import java.util.Optional;

/** Notes the owners of fields after every write that is not an apply: create, update, and the other patches. */
public final class Ownership {
    private final KindShape kind;
    private final FieldWriter writer;
    private final OwnershipFilter filter;

    /** The filter says which fields a write to this resource can own. */
    public Ownership(KindShape kind, FieldWriter writer, OwnershipFilter filter) {
        this.kind = kind;
        this.writer = writer;
        this.filter = filter;
    }

    /** The new object with its owners. It shares its parts with what is given. */
    public ObjectNode created(ObjectNode object) {
        var created = object.objectNode();
        created.setAll(object);
        if (object.get(NeverOwned.METADATA) instanceof ObjectNode metadata) {
            var own = metadata.objectNode();
            own.setAll(metadata);
            created.set(NeverOwned.METADATA, own);
        }
        create(created);
        return created;
    }

    /** Puts the owners of a new object into it. */
    public void create(ObjectNode object) {
        var fields =
                ManagedFields.areIn(object) ? Optional.<ObjectNode>empty() : NewObjectFields.of(kind, object, filter);
        if (fields.isPresent()) {
            if (fields.get().isEmpty()) return;
            var mine = ManagedEntry.of(writer, Operation.UPDATE, FieldSet.NONE).printed(fields.get());
            ManagedFields.put(object, mine);
            return;
        }
        var noted = updated(kind.readableBlank(), object);
        object.removeAll();
        object.setAll(noted);
    }

    /**
     * The next object with its owners: the writer owns what it changed, others lose what changed or is gone. A write
     * that changes nothing leaves the owners, and the times of their entries, as they are. It shares its parts with what is
     * given.
     *
     * @param live the stored object
     * @param next what is to be stored; entries that the client sent replace the stored ones
     */
    public ObjectNode updated(ObjectNode live, ObjectNode next) {
        var object = ManagedFields.bare(next);
        if (ManagedFields.isReset(next)) return object;
        var sent = writer.subresource().isEmpty() ? ManagedFields.of(next) : ManagedFields.NONE;
        var before = sent.entries().isEmpty() ? ManagedFields.stored(live) : sent;

        var changes = FieldComparison.of(ManagedFields.bare(live), object, kind.shape())
                .within(filter);
        var changed = changes.written();
        var written = NeverOwned.without(changed);
        var mine = ManagedEntry.of(writer, Operation.UPDATE, written);
        var rest = before.without(changed).without(changes.removed());
        if (written.isEmpty()) return rest.into(object);
        var kept = rest.find(mine).map(ManagedEntry::fields).orElse(FieldSet.NONE);
        return rest.with(mine.with(kept.union(written))).capped().into(object);
    }
}
