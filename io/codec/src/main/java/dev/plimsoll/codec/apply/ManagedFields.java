package dev.plimsoll.codec.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** All entries of an object's {@code managedFields}. */
public record ManagedFields(List<ManagedEntry> entries) {
    /** Beyond that many updating managers, the oldest share one entry. */
    static final int MOST_UPDATERS = 10;

    static final String ANCIENT = "ancient-changes";

    private static final String METADATA = "metadata";
    private static final String FIELD = "managedFields";

    public static final ManagedFields NONE = new ManagedFields(List.of());

    public ManagedFields {
        entries = List.copyOf(entries);
    }

    /** The entries of an object; those that cannot be read own nothing. */
    public static ManagedFields of(ObjectNode object) {
        var entries = new ArrayList<ManagedEntry>();
        for (var node : object.path(METADATA).path(FIELD))
            ManagedEntry.parse(node).ifPresent(entries::add);
        return new ManagedFields(entries);
    }

    /** The entries of an object that is stored, where they are as they were written. */
    static ManagedFields stored(ObjectNode object) {
        var entries = new ArrayList<ManagedEntry>();
        for (var node : object.path(METADATA).path(FIELD))
            ManagedEntry.stored(node).ifPresent(entries::add);
        return new ManagedFields(entries);
    }

    /** Whether the client asks to forget all managers: the one entry that it sends is empty. */
    static boolean isReset(ObjectNode object) {
        var list = object.path(METADATA).path(FIELD);
        return list.isArray()
                && list.size() == 1
                && list.get(0).isObject()
                && list.get(0).isEmpty();
    }

    /** A copy of the object without its managers. */
    public static ObjectNode without(ObjectNode object) {
        var copy = object.deepCopy();
        if (copy.get(METADATA) instanceof ObjectNode metadata) metadata.remove(FIELD);
        return copy;
    }

    /** The object without its managers, which shares all else with the object. */
    static ObjectNode bare(ObjectNode object) {
        var bare = object.objectNode();
        bare.setAll(object);
        if (!(object.get(METADATA) instanceof ObjectNode metadata)) return bare;
        var rest = metadata.objectNode();
        rest.setAll(metadata);
        rest.remove(FIELD);
        bare.set(METADATA, rest);
        return bare;
    }

    /** Whether an object has entries, whatever they are, or no place for them. */
    static boolean areIn(ObjectNode object) {
        return !(object.get(METADATA) instanceof ObjectNode metadata) || metadata.has(FIELD);
    }

    /** Puts one entry into an object that has none. */
    static void put(ObjectNode object, ObjectNode entry) {
        if (object.get(METADATA) instanceof ObjectNode metadata)
            metadata.putArray(FIELD).add(entry);
    }

    /** Puts the entries into an object, which is changed. */
    ObjectNode into(ObjectNode object) {
        if (!object.has(METADATA)) object.putObject(METADATA);
        if (!(object.get(METADATA) instanceof ObjectNode metadata)) return object;
        metadata.remove(FIELD);
        var list = metadata.arrayNode();
        for (var entry : entries) list.add(entry.print());
        if (!list.isEmpty()) metadata.set(FIELD, list);
        return object;
    }

    Optional<ManagedEntry> find(ManagedEntry like) {
        for (var entry : entries) if (entry.isOf(like)) return Optional.of(entry);
        return Optional.empty();
    }

    FieldSet allFields() {
        return entries.stream().map(ManagedEntry::fields).reduce(FieldSet.NONE, FieldSet::union);
    }

    ManagedFields map(UnaryOperator<FieldSet> change) {
        return new ManagedFields(entries.stream()
                .map(entry -> entry.with(change.apply(entry.fields())))
                .filter(entry -> !entry.fields().isEmpty())
                .toList());
    }

    /** Without some fields; entries that have no others are dropped. */
    ManagedFields without(FieldSet some) {
        if (entries.isEmpty()) return this;
        var left = new ArrayList<ManagedEntry>(entries.size());
        for (var entry : entries) {
            var rest = entry.without(some);
            if (!rest.isEmpty()) left.add(rest);
        }
        return new ManagedFields(left);
    }

    ManagedFields without(ManagedEntry like) {
        var others = new ArrayList<>(entries);
        others.removeIf(entry -> entry.isOf(like));
        return new ManagedFields(others);
    }

    /** With the entry in place of an earlier one of the same manager; an empty entry is dropped. */
    ManagedFields with(ManagedEntry entry) {
        var others = new ArrayList<>(without(entry).entries);
        if (!entry.isEmpty()) others.add(entry);
        others.sort(ManagedEntry.ORDER);
        return new ManagedFields(others);
    }

    ManagedFields capped() {
        if (entries.size() <= MOST_UPDATERS) return this;
        var capped = this;
        while (true) {
            var updaters = capped.entries.stream()
                    .filter(entry -> entry.operation() == ManagedEntry.Operation.UPDATE)
                    .sorted(Comparator.comparing(ManagedEntry::time))
                    .toList();
            var oldest = updaters.stream()
                    .filter(entry -> !entry.manager().equals(ANCIENT))
                    .findFirst();
            if (updaters.size() <= MOST_UPDATERS || oldest.isEmpty()) return capped;
            capped = capped.buried(oldest.get());
        }
    }

    private ManagedFields buried(ManagedEntry old) {
        var ancient = new ManagedEntry(
                ANCIENT, ManagedEntry.Operation.UPDATE, old.apiVersion(), "", old.time(), old.fields());
        var known = find(ancient).map(ManagedEntry::fields).orElse(FieldSet.NONE);
        return without(old).with(ancient.with(known.union(old.fields())));
    }

    /**
     * Whether two states differ in nothing but the times of their entries and the version, which follows from a write: then a
     * write has not happened.
     */
    public static boolean sameButForTimes(ObjectNode one, ObjectNode other) {
        return sameBut(Set.of(METADATA), one, other)
                && sameBut(Set.of(FIELD, "resourceVersion"), one.path(METADATA), other.path(METADATA))
                && timeless(one).equals(timeless(other));
    }

    private static boolean sameBut(Set<String> left, JsonNode one, JsonNode other) {
        var counted = 0;
        for (var entry : one.properties()) {
            if (left.contains(entry.getKey())) continue;
            if (!entry.getValue().equals(other.get(entry.getKey()))) return false;
            counted++;
        }
        for (var name : left) if (other.has(name)) counted++;
        return counted == other.size();
    }

    private static List<ManagedEntry> timeless(ObjectNode object) {
        return of(object).entries.stream()
                .map(entry -> new ManagedEntry(
                        entry.manager(),
                        entry.operation(),
                        entry.apiVersion(),
                        entry.subresource(),
                        "",
                        entry.fields()))
                .sorted(ManagedEntry.ORDER)
                .toList();
    }
}
