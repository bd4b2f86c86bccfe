package dev.plimsoll.cli.connection;

import java.util.List;

/** An object of a cluster, as people write it: {@code pod/web} or {@code pod web}. */
public sealed interface ObjectReference {
    /** The word for the kind as it was written, and the name. */
    record Named(String kind, String name) implements ObjectReference {}

    record Malformed(String why) implements ObjectReference {}

    static ObjectReference parse(List<String> words) {
        if (words.size() == 2 && !words.getFirst().contains("/")) return new Named(words.getFirst(), words.getLast());
        var slash = words.getFirst().indexOf('/');
        if (words.size() != 1) return new Malformed(String.join(" ", words) + ": name one object");
        if (slash < 0) return new Malformed(words.getFirst() + ": which one? Give its kind and its name");
        var kind = words.getFirst().substring(0, slash);
        var name = words.getFirst().substring(slash + 1);
        if (kind.isEmpty() || name.isEmpty() || name.contains("/"))
            return new Malformed(words.getFirst() + ": expected KIND/NAME");
        return new Named(kind, name);
    }
}
