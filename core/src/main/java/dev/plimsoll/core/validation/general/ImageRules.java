package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.Container;
import java.util.List;

/** White space around an image, which only pods are asked about, not pod templates. */
final class ImageRules {
    private ImageRules() {}

    static void check(List<Container> containers, FieldPath path, FieldErrors found) {
        for (var i = 0; i < containers.size(); i++) check(containers.get(i), path.index(i), found);
    }

    static void check(Container container, FieldPath path, FieldErrors found) {
        var image = container.image();
        if (image.isEmpty()) return;
        if (isSpace(image.charAt(0)) || isSpace(image.charAt(image.length() - 1))) {
            found.invalid(path.child("image"), image, "must not have leading or trailing whitespace");
        }
    }

    /** White space as Unicode defines it; Java's own notion leaves out the spaces that forbid a line break. */
    private static boolean isSpace(char c) {
        return (c >= '\t' && c <= '\r') || c == '\u0085' || Character.isSpaceChar(c);
    }
}
