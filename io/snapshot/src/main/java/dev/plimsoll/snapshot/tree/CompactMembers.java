package dev.plimsoll.snapshot.tree;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of a JSON object in two arrays, which nobody changes. Objects with the same names share the first. */
final class CompactMembers extends AbstractMap<String, JsonNode> {
    private final String[] names;
    private final JsonNode[] values;

    CompactMembers(String[] names, JsonNode[] values) {
        this.names = names;
        this.values = values;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return index(key) >= 0;
    }

    @Override
    public @Nullable JsonNode get(@Nullable Object key) {
        var index = index(key);
        return index < 0 ? null : values[index];
    }

    /** Objects of Kubernetes have a dozen members or two: looking through them is as fast as hashing, and needs no table. */
    private int index(@Nullable Object key) {
        for (var i = 0; i < names.length; i++) if (names[i].equals(key)) return i;
        return -1;
    }

    @Override
    public Set<Map.Entry<String, JsonNode>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, JsonNode>> iterator() {
                return new Entries();
            }

            @Override
            public int size() {
                return names.length;
            }
        };
    }

    private final class Entries implements Iterator<Map.Entry<String, JsonNode>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < names.length;
        }

        @Override
        public Map.Entry<String, JsonNode> next() {
            if (!hasNext()) throw new NoSuchElementException();
            return Map.entry(names[next], values[next++]);
        }
    }
}
