package dev.plimsoll.kinds.expressions;

import dev.cel.common.values.SelectableValue;
import java.util.Map;
import java.util.Optional;

/**
 * An object that an expression builds, such as {@code Object.spec{replicas: 3}}.
 *
 * @param type the name in front of its braces
 */
public record BuiltObject(String type, Map<String, Object> fields) implements SelectableValue<String> {
    public BuiltObject {
        fields = Map.copyOf(fields);
    }

    static Optional<Object> of(String type, Map<String, Object> fields) {
        return Optional.of(new BuiltObject(type, fields));
    }

    @Override
    public Object select(String field) {
        return find(field).orElseThrow(() -> new IllegalArgumentException("no such key: " + field));
    }

    @Override
    public Optional<Object> find(String field) {
        return Optional.ofNullable(fields.get(field));
    }
}
