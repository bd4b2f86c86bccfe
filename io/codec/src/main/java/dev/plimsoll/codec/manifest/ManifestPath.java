package dev.plimsoll.codec.manifest;

import java.util.ArrayList;
import java.util.List;

/** A path such as {@code spec.containers[0].env} taken apart into the names on the way: spec, containers, 0, env. */
record ManifestPath(List<String> names) {
    ManifestPath {
        names = List.copyOf(names);
    }

    /** Any text is a path; one that makes no sense merely leads nowhere. */
    static ManifestPath parse(String path) {
        var names = new ArrayList<String>();
        var at = 0;
        while (at < path.length()) {
            switch (path.charAt(at)) {
                case '.' -> at++;
                case '[' -> {
                    var end = closing(path, at);
                    names.add(path.substring(at + 1, end));
                    at = end + 1;
                }
                default -> {
                    var end = at;
                    while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') end++;
                    names.add(path.substring(at, end));
                    at = end;
                }
            }
        }
        return new ManifestPath(names);
    }

    /** A key may itself hold a bracket, so the closing one is the first that a path can go on after. */
    private static int closing(String path, int opening) {
        for (var i = opening + 1; i < path.length(); i++) {
            if (path.charAt(i) != ']') continue;
            var last = i + 1 == path.length();
            if (last || path.charAt(i + 1) == '.' || path.charAt(i + 1) == '[') return i;
        }
        return path.length();
    }
}
