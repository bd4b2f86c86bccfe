package dev.plimsoll.core.validation.general;

import org.jspecify.annotations.Nullable;

/** Where a field is. The text is made only when an error needs it, so a valid pod costs no texts. */
record FieldPath(@Nullable FieldPath parent, String name, int place) {
    static final FieldPath METADATA = new FieldPath(null, "metadata", FieldPath.MEMBER);
    static final FieldPath SPEC = new FieldPath(null, "spec", FieldPath.MEMBER);

    /** In place of a place: the name is a field of an object. */
    private static final int MEMBER = -1;
    /** In place of a place: the name is a key of a map. */
    private static final int KEY = -2;

    FieldPath child(String name) {
        return new FieldPath(this, name, MEMBER);
    }

    FieldPath index(int i) {
        return new FieldPath(this, "", i);
    }

    FieldPath key(String key) {
        return new FieldPath(this, key, KEY);
    }

    @Override
    public String toString() {
        if (parent == null) return name;
        return switch (place) {
            case MEMBER -> parent + "." + name;
            case KEY -> parent + "[" + name + "]";
            default -> parent + "[" + place + "]";
        };
    }
}
