package dev.plimsoll.codec.structural;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditions that are made of other conditions. */
public record Junctions(
        List<Structural> allOf,
        List<Structural> anyOf,
        List<Structural> oneOf,
        @Nullable Structural not,
        List<Expression> expressions) {
    static final Junctions NONE = new Junctions(List.of(), List.of(), List.of(), null, List.of());

    public Junctions {
        allOf = List.copyOf(allOf);
        anyOf = List.copyOf(anyOf);
        oneOf = List.copyOf(oneOf);
        expressions = List.copyOf(expressions);
    }

    /** One entry of {@code x-kubernetes-validations}; texts are empty where nothing is said. */
    public record Expression(
            String rule,
            String message,
            String messageExpression,
            String reason,
            String fieldPath,
            boolean optionalOldSelf) {}
}
