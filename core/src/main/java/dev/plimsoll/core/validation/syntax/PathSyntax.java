package dev.plimsoll.core.validation.syntax;

import java.util.List;

/** Paths of files, with slashes on every system. */
public final class PathSyntax {
    private static final String BACKSTEP = "must not contain '..'";

    private PathSyntax() {}

    public static List<String> absolute(String path) {
        return path.startsWith("/") ? List.of() : List.of("must be an absolute path");
    }

    /** A path without {@code ..} as one of its elements; {@code a..b} is no such element. */
    public static List<String> withoutBacksteps(String path) {
        return hasBackstep(path) ? List.of(BACKSTEP) : List.of();
    }

    /** A path that stays below the folder that it is resolved in. */
    public static List<String> descending(String path) {
        if (!path.startsWith("/")) return withoutBacksteps(path);
        var notRelative = "must be a relative path";
        return hasBackstep(path) ? List.of(notRelative, BACKSTEP) : List.of(notRelative);
    }

    private static boolean hasBackstep(String path) {
        return ("/" + path + "/").contains("/../");
    }
}
