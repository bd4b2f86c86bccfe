package dev.plimsoll.objects.discovery;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalInt;

/** The version of an API server, as its page {@code /version} says. */
public final class VersionObject {
    private static final int LONGEST = 4;

    private final ObjectNode document;

    public VersionObject(ObjectNode document) {
        this.document = document;
    }

    /** The whole version, such as {@code v1.37.0}; empty where the page does not say. */
    public String gitVersion() {
        return text(document, "gitVersion");
    }

    /** The second number; some vendors write {@code 36+}. Empty where it is no number. */
    public OptionalInt minor() {
        var text = text(document, "minor");
        var digits = (int) text.chars().takeWhile(Character::isDigit).count();
        return digits == 0 || digits > LONGEST
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(text.substring(0, digits)));
    }
}
