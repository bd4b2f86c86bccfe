package dev.plimsoll.codec.apply;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A set of fields below some value.
 *
 * @param self whether the value itself is in the set
 * @param children the fields inside it; none of them is empty
 */
public record FieldSet(boolean self, SortedMap<PathElement, FieldSet> children) {
    /** Characters of a path that are written out. */
    private static final int LONGEST = 4_096;

    public static final FieldSet NONE = new FieldSet(false, Collections.emptySortedMap());
    /** The value itself and nothing inside it. */
    public static final FieldSet SELF = new FieldSet(true, Collections.emptySortedMap());

    public FieldSet {
        children = Collections.unmodifiableSortedMap(children);
    }

    public static FieldSet of(boolean self, Map<PathElement, FieldSet> children) {
        var some = new TreeMap<PathElement, FieldSet>();
        children.forEach((step, set) -> {
            if (!set.isEmpty()) some.put(step, set);
        });
        return new FieldSet(self, some);
    }

    /** The set that holds one field, reached by these names. */
    public static FieldSet path(String... names) {
        var set = SELF;
        for (var name : List.of(names).reversed()) set = set.under(PathElement.Name.of(name));
        return set;
    }

    public boolean isEmpty() {
        return !self && children.isEmpty();
    }

    public FieldSet child(PathElement step) {
        return children.getOrDefault(step, NONE);
    }

    public FieldSet withSelf() {
        return self ? this : new FieldSet(true, children);
    }

    public FieldSet under(PathElement step) {
        return of(false, Map.of(step, this));
    }

    public FieldSet union(FieldSet other) {
        if (other.isEmpty()) return this;
        if (isEmpty()) return other;
        var union = new TreeMap<>(children);
        other.children.forEach((step, set) -> union.merge(step, set, FieldSet::union));
        return new FieldSet(self || other.self, union);
    }

    /** Without exactly the fields of the other set; what lies inside those stays. */
    @SuppressWarnings("ReferenceEquality") // the very same set means that nothing was taken out: nothing is copied then
    public FieldSet difference(FieldSet other) {
        if (other.isEmpty() || isEmpty()) return this;
        var rest = children;
        for (var entry : other.children.entrySet()) {
            var mine = children.get(entry.getKey());
            if (mine == null) continue;
            var left = mine.difference(entry.getValue());
            if (left == mine) continue;
            if (rest == children) rest = new TreeMap<>(children);
            if (left.isEmpty()) rest.remove(entry.getKey());
            else rest.put(entry.getKey(), left);
        }
        return rest == children && !(self && other.self) ? this : new FieldSet(self && !other.self, rest);
    }

    public FieldSet intersection(FieldSet other) {
        var common = new TreeMap<PathElement, FieldSet>();
        children.forEach((step, set) -> common.put(step, set.intersection(other.child(step))));
        return of(self && other.self, common);
    }

    /** How many fields the set holds. */
    public int size() {
        var size = self ? 1 : 0;
        for (var child : children.values()) size += child.size();
        return size;
    }

    /** The paths of all fields. */
    public List<String> paths() {
        return paths(Integer.MAX_VALUE);
    }

    /**
     * The paths of the first fields in the notation of conflict messages; very long ones are cut. As in Kubernetes, the fields of a
     * level come before what lies inside them.
     */
    public List<String> paths(int most) {
        var paths = new ArrayList<String>();
        if (self && most > 0) paths.add("");
        collect(new StringBuilder(), paths, most);
        return paths;
    }

    private void collect(StringBuilder path, List<String> paths, int most) {
        var length = path.length();
        children.forEach((step, set) -> {
            if (!set.self || paths.size() >= most) return;
            path.append(step);
            paths.add(path.length() > LONGEST ? path.substring(0, LONGEST) + "..." : path.toString());
            path.setLength(length);
        });
        children.forEach((step, set) -> {
            if (paths.size() >= most) return;
            set.collect(path.append(step), paths, most);
            path.setLength(length);
        });
    }
}
