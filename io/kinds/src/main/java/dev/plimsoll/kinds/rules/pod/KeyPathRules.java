package dev.plimsoll.kinds.rules.pod;

import dev.plimsoll.core.validation.syntax.PathSyntax;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;

/** Keys that become files of a volume: their places and their modes. */
final class KeyPathRules {
    private static final int LAST_MODE = 0_777;

    private KeyPathRules() {}

    /** The mode of a source and the files that are chosen of it. */
    static void content(FieldValue source, Findings found) {
        mode(source.field("defaultMode"), found);
        items(source, found);
    }

    static void items(FieldValue source, Findings found) {
        for (var item : source.field("items").items()) {
            if (item.field("key").isEmpty()) found.required(item.field("key"));
            if (item.field("path").isEmpty()) found.required(item.field("path"));
            else below(item.field("path"), found);
            mode(item.field("mode"), found);
        }
    }

    static void mode(FieldValue mode, Findings found) {
        if (mode.isGiven() && (mode.number() < 0 || mode.number() > LAST_MODE))
            found.invalidNumber(mode, "must be a number between 0 and 0777 (octal), both inclusive");
    }

    /** A path that stays below its folder. */
    static void descending(FieldValue path, Findings found) {
        found.misspelled(path, PathSyntax.descending(path.text()));
    }

    static void noBacksteps(FieldValue path, Findings found) {
        found.misspelled(path, PathSyntax.withoutBacksteps(path.text()));
    }

    /** A file of a volume, from its root. */
    static void inVolume(FieldValue path, Findings found) {
        var problems = PathSyntax.withoutBacksteps(path.text());
        found.misspelled(path, problems);
        if (problems.isEmpty() && path.text().startsWith("..")) found.invalid(path, "must not start with '..'");
    }

    /** The same for one that must not be taken for what the node itself writes there. */
    static void below(FieldValue path, Findings found) {
        var problems = PathSyntax.descending(path.text());
        found.misspelled(path, problems);
        if (problems.isEmpty() && path.text().startsWith("..")) found.invalid(path, "must not start with '..'");
    }
}
