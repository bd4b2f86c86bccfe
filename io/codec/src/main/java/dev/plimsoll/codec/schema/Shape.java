package dev.plimsoll.codec.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a value of a document may be, and whether its parts have owners of their own. */
public sealed interface Shape {
    /** Whether the value is one thing to its owners: written, owned and compared as a whole. */
    boolean isAtomic();

    /** What stands under a name, if the value is an object. */
    default Shape member(String name) {
        return Free.INSTANCE;
    }

    /** Values without parts. */
    enum Scalar implements Shape {
        STRING("string"),
        BOOLEAN("boolean"),
        INT32("int32"),
        INT64("int64"),
        DOUBLE("double"),
        QUANTITY("quantity"),
        INT_OR_STRING("intOrString"),
        TIME("time"),
        MICRO_TIME("microTime"),
        BYTES("bytes"),
        /** Any JSON at all, of which nobody looks inside. */
        ANYTHING("any");

        private final String word;

        Scalar(String word) {
            this.word = word;
        }

        /** The name in the tables of types. */
        public String word() {
            return word;
        }

        @Override
        public boolean isAtomic() {
            return true;
        }
    }

    /**
     * An object with a set of fields.
     *
     * @param name as OpenAPI documents have it, such as {@code io.k8s.api.core.v1.PodSpec}
     * @param isOpen whether others than these may be there too, as some schemas of definitions have it
     * @param blank what such an object has even if nothing is given; never to be changed
     */
    record Struct(String name, boolean isAtomic, boolean isOpen, Map<String, SchemaField> fields, ObjectNode blank)
            implements Shape {
        public Struct {
            // Asked for each member of each document, where the probing of Map.copyOf is seen in profiles.
            fields = Collections.unmodifiableMap(new HashMap<>(fields));
        }

        public static Struct of(String name, boolean isAtomic, Map<String, SchemaField> fields) {
            var blank = JsonNodeFactory.instance.objectNode();
            for (var field : fields.values()) {
                if (!field.inBlank()) continue;
                if (field.zero() != null) blank.set(field.name(), field.zero());
                else if (field.shape() instanceof Struct inner) blank.set(field.name(), inner.blank());
                else blank.putNull(field.name());
            }
            return new Struct(name, isAtomic, false, fields, blank);
        }

        /** The same where further fields may be. */
        public Struct open() {
            return new Struct(name, isAtomic, true, fields, blank);
        }

        /** The name without its package, as messages about types have it. */
        public String simpleName() {
            return name.substring(name.lastIndexOf('.') + 1);
        }

        /** The same fields, each of which has owners of its own. */
        Struct granular() {
            return new Struct(name, false, isOpen, fields, blank);
        }

        /** The field of that name; one that the kind does not know merges like content without a schema. */
        public SchemaField field(String name) {
            var field = fields.get(name);
            return field == null ? SchemaField.unknown(name) : field;
        }

        public boolean knows(String name) {
            return fields.containsKey(name);
        }

        @Override
        public Shape member(String name) {
            return field(name).shape();
        }
    }

    /** An object whose names are data. */
    record MapOf(Shape value, boolean isAtomic) implements Shape {
        @Override
        public Shape member(String name) {
            return value;
        }
    }

    record ListOf(Shape element, ListRule rule) implements Shape {
        @Override
        public boolean isAtomic() {
            return rule instanceof ListRule.Atomic;
        }
    }

    /** Content without a schema: objects merge by name, lists are replaced. */
    enum Free implements Shape {
        INSTANCE;

        @Override
        public boolean isAtomic() {
            return false;
        }
    }

    /** What tells the entries of a list apart for their owners. */
    sealed interface ListRule {
        ListRule ATOMIC = new Atomic();
        ListRule SET = new AsSet();

        record Atomic() implements ListRule {}

        record AsSet() implements ListRule {}

        record Keyed(List<Key> keys) implements ListRule {
            public Keyed {
                keys = List.copyOf(keys);
            }
        }

        /** One field of a key; {@code fallback} stands in for a missing value and is empty if there is none. */
        record Key(String name, String fallback) {}
    }
}
