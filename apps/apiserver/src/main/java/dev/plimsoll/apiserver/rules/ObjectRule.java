package dev.plimsoll.apiserver.rules;

/** What must hold of an object of a kind, after its defaults were filled in. */
@FunctionalInterface
public interface ObjectRule {
    ObjectRule NONE = (object, found) -> {};

    void check(FieldValue object, Findings found);
}
