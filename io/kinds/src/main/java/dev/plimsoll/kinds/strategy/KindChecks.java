package dev.plimsoll.kinds.strategy;

import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.ImmutableFields;
import dev.plimsoll.kinds.rules.field.ObjectRule;
import java.util.List;
import java.util.function.Function;

/**
 * What the objects of a kind must keep.
 *
 * @param rule what is asked of an object, new or changed
 * @param immutable what a change may not touch
 * @param warnings what clients should know of a {@code spec} though nothing is wrong
 * @param metadataLast whether the metadata are looked at only if nothing else is wrong
 */
public record KindChecks(
        ObjectRule rule,
        ImmutableFields immutable,
        Function<FieldValue, List<String>> warnings,
        boolean metadataLast) {}
