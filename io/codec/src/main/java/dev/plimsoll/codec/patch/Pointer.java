package dev.plimsoll.codec.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JSON pointer (RFC 6901), as the names that it passes. As in Kubernetes, what stands before the first slash is passed over, so that a
 * pointer that begins without one leads elsewhere than it looks.
 */
record Pointer(List<String> names) {
    Pointer {
        names = List.copyOf(names);
    }

    static Optional<Pointer> parse(String text) {
        if (text.isEmpty()) return Optional.of(new Pointer(List.of()));
        var first = text.indexOf('/');
        if (first < 0) return Optional.empty();
        var names = new ArrayList<String>();
        for (var part : text.substring(first + 1).split("/", -1))
            names.add(part.replace("~1", "/").replace("~0", "~"));
        return Optional.of(new Pointer(names));
    }

    boolean isWholeDocument() {
        return names.isEmpty();
    }

    int depth() {
        return names.size();
    }

    String last() {
        return names.getLast();
    }

    List<String> parent() {
        return names.subList(0, names.size() - 1);
    }

    /** Whether the other place lies inside this one, so that moving this one there would tear it out of itself. */
    boolean contains(Pointer other) {
        return other.names.size() > names.size()
                && other.names.subList(0, names.size()).equals(names);
    }
}
