package dev.plimsoll.core.validation;

import dev.plimsoll.core.validation.syntax.ConfigKeySyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What ConfigMaps and Secrets may hold: keys that are file names, and no more than a mebibyte. Values are given by their size. */
public final class ConfigDataRules {
    public static final int MOST_BYTES = 1 << 20;

    static final String IMMUTABLE = "field is immutable when `immutable` is set";

    private ConfigDataRules() {}

    /** The sizes of the values of a ConfigMap in bytes, by key. */
    public static List<FieldError> configMap(Map<String, Long> data, Map<String, Long> binaryData) {
        var errors = new ArrayList<FieldError>();
        for (var key : new TreeMap<>(data).keySet()) {
            keys("data", key, errors);
            if (binaryData.containsKey(key)) {
                errors.add(FieldError.invalid("data[" + key + "]", key, "duplicate of key present in binaryData"));
            }
        }
        for (var key : new TreeMap<>(binaryData).keySet()) keys("binaryData", key, errors);
        if (total(data) + total(binaryData) > MOST_BYTES) errors.add(FieldError.tooLong("[]", MOST_BYTES));
        return errors;
    }

    /** The sizes of the values of a Secret in bytes, by key. */
    public static List<FieldError> secret(Map<String, Long> data) {
        var errors = new ArrayList<FieldError>();
        for (var key : new TreeMap<>(data).keySet()) keys("data", key, errors);
        if (total(data) > MOST_BYTES) errors.add(FieldError.tooLong("data", MOST_BYTES));
        return errors;
    }

    /** Which of an immutable object's fields changed; {@code immutable} itself only changes by being taken back. */
    public static List<FieldError> frozen(boolean immutable, boolean stillImmutable, List<String> changed) {
        if (!immutable) return List.of();
        var errors = new ArrayList<FieldError>();
        if (!stillImmutable) errors.add(FieldError.forbidden("immutable", IMMUTABLE));
        for (var field : changed) errors.add(FieldError.forbidden(field, IMMUTABLE));
        return errors;
    }

    private static void keys(String field, String key, List<FieldError> errors) {
        for (var problem : ConfigKeySyntax.key(key)) {
            errors.add(FieldError.invalid(field + "[" + key + "]", key, problem));
        }
    }

    private static long total(Map<String, Long> sizes) {
        var total = 0L;
        for (var size : sizes.values()) total += size;
        return total;
    }
}
