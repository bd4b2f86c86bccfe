package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.apply.ManagedEntry.Operation;
import dev.plimsoll.codec.patch.SameJson;
import dev.plimsoll.codec.schema.KindShape;
import java.util.ArrayList;
import java.util.List;

/**
 * Server-side apply: a manager's complete opinion of an object.
 *
 * <p>Steps: 1. lay the configuration over the live object; 2. take away what this manager applied before and no longer
 * does; 3. compare with the live object: what differs and belongs to others is a conflict, or, with force, changes
 * hands; 4. note the new owners. {@link LastApplied} says what is different for objects that came from client-side apply.
 */
public final class ServerSideApply {
    /** Owns what an object had before anybody's fields were noted. */
    static final String BEFORE_FIRST_APPLY = "before-first-apply";

    /** Conflicts that are named one by one. */
    static final int MOST_CONFLICTS = 1_000;

    private final KindShape kind;
    private final FieldWriter writer;
    private final OwnershipFilter filter;

    /** The filter says which fields a write to this resource can own. */
    public ServerSideApply(KindShape kind, FieldWriter writer, OwnershipFilter filter) {
        this.kind = kind;
        this.writer = writer;
        this.filter = filter;
    }

    /** What the configuration makes of the stored object; to create one, that is {@link KindShape#blank()}. */
    public ApplyOutcome apply(ObjectNode live, ObjectNode config, boolean force) {
        if (config.path("metadata").path("managedFields").isArray()) {
            return new ApplyOutcome.Refused("metadata.managedFields must be nil");
        }
        var problems = ConfigProblems.of(config, kind);
        if (problems.isPresent()) return new ApplyOutcome.Mistyped(problems.get());

        var object = ManagedFields.without(live);
        var applied = ManagedFields.without(config);
        var before = managersOf(live, object);
        var fields = owned(Contents.of(applied, kind.shape()));
        var mine = ManagedEntry.of(writer, Operation.APPLY, fields);
        var previous = before.find(mine).map(ManagedEntry::fields).orElse(FieldSet.NONE);
        var others = before.without(mine);

        var next = (ObjectNode) AppliedMerge.merged(object, applied, kind.shape());
        var stillOwned = others.allFields().union(fields).union(NeverOwned.FIELDS);
        AppliedPruner.prune(next, previous, stillOwned, kind.shape());
        NeverOwned.restore(object, next);

        var changes = FieldComparison.of(object, next, kind.shape()).within(filter);
        var movesFromClientSide = writer.manager().equals(LastApplied.MANAGER) && LastApplied.isKept(object);
        if (!force) {
            var wanted = changes.written();
            if (movesFromClientSide) wanted = wanted.difference(LastApplied.fields(object, kind));
            var conflicts = conflicts(others, wanted);
            if (!conflicts.isEmpty()) {
                var all = count(others, wanted);
                return new ApplyOutcome.Conflicting(conflicts, ConflictText.message(conflicts, all));
            }
        }
        if (movesFromClientSide) LastApplied.keep(next, applied);
        var rest = others.map(set -> set.difference(changes.written()).difference(changes.removed()));
        if (rest.equals(others) && fields.equals(previous) && SameJson.same(next, object)) {
            return new ApplyOutcome.Applied(before.into(next));
        }
        return new ApplyOutcome.Applied(rest.with(mine).capped().into(next));
    }

    private ManagedFields managersOf(ObjectNode live, ObjectNode object) {
        var managers = ManagedFields.of(live);
        if (!managers.entries().isEmpty()) return managers;
        var given = owned(FieldComparison.of(kind.blank(), object, kind.shape()).written());
        var first = new ManagedEntry(BEFORE_FIRST_APPLY, Operation.UPDATE, kind.apiVersion(), "", "", given);
        return managers.with(first);
    }

    private FieldSet owned(FieldSet fields) {
        return NeverOwned.without(filter.apply(fields));
    }

    private static List<Conflict> conflicts(ManagedFields others, FieldSet wanted) {
        var conflicts = new ArrayList<Conflict>();
        for (var entry : others.entries()) {
            var left = MOST_CONFLICTS - conflicts.size();
            for (var path : entry.fields().intersection(wanted).paths(left)) {
                conflicts.add(new Conflict(ConflictText.manager(entry), path));
            }
        }
        return conflicts;
    }

    private static int count(ManagedFields others, FieldSet wanted) {
        var count = 0;
        for (var entry : others.entries())
            count += entry.fields().intersection(wanted).size();
        return count;
    }
}
