package dev.plimsoll.kinds.rules.field;

/** What must hold of an object of a kind, after its defaults were filled in. */
@FunctionalInterface
public interface ObjectRule {
    ObjectRule NONE = (object, found) -> {};

    void check(FieldValue object, Findings found);
}
