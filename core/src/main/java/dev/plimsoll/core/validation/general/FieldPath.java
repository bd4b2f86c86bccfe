package dev.plimsoll.core.validation.general;

import org.jspecify.annotations.Nullable;

/** Where a field is. The text is made only when an error needs it, so a valid pod costs no texts. */
record FieldPath(@Nullable FieldPath parent, String step) {
    static final FieldPath METADATA = new FieldPath(null, "metadata");
    static final FieldPath SPEC = new FieldPath(null, "spec");

    FieldPath child(String name) {
        return new FieldPath(this, "." + name);
    }

    FieldPath index(int i) {
        return new FieldPath(this, "[" + i + "]");
    }

    FieldPath key(String key) {
        return new FieldPath(this, "[" + key + "]");
    }

    @Override
    public String toString() {
        return parent == null ? step : parent + step;
    }
}
