package dev.plimsoll.nodeagent.volumes;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which paths files in a volume may have. The API checks them too; a node does not rely on that. */
public final class PayloadPath {
    private static final int LONGEST_PATH = 4096;
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_KEY = 253;
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");

    private PayloadPath() {}

    /** What is wrong with a path below a volume; empty if nothing is. */
    public static Optional<String> problem(String path) {
        if (path.isEmpty()) return Optional.of("invalid path: must not be empty");
        if (path.startsWith("/")) return Optional.of("invalid path: must be relative path: " + path);
        if (path.indexOf(0) >= 0) return Optional.of("invalid path: must not have a zero byte");
        if (bytes(path) > LONGEST_PATH)
            return Optional.of("invalid path: must be less than or equal to " + LONGEST_PATH + " characters");
        for (var name : path.split("/", -1)) {
            if (name.equals("..")) return Optional.of("invalid path: must not contain '..': " + path);
            if (name.isEmpty() || name.equals("."))
                return Optional.of("invalid path: must not contain empty names: " + path);
            if (bytes(name) > LONGEST_NAME)
                return Optional.of(
                        "invalid path: filenames must be less than or equal to " + LONGEST_NAME + " characters");
        }
        if (path.startsWith("..")) return Optional.of("invalid path: must not start with '..': " + path);
        return Optional.empty();
    }

    /** What is wrong with paths side by side: no file can be a folder as well. */
    public static Optional<String> clash(Collection<String> paths) {
        var all = new TreeSet<>(paths);
        for (var path : all) {
            for (var slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
                if (all.contains(path.substring(0, slash)))
                    return Optional.of("invalid path: " + path.substring(0, slash) + " is a file and a folder");
            }
        }
        return Optional.empty();
    }

    /** Whether a key of a ConfigMap or Secret can be the name of a file. */
    public static boolean isKey(String key) {
        return key.length() <= LONGEST_KEY && KEY.matcher(key).matches() && !key.equals(".") && !key.startsWith("..");
    }

    /** Whether a text is one name, and no way to anywhere else. */
    public static boolean isName(String name) {
        return !name.contains("/") && !name.equals(".") && problem(name).isEmpty();
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
