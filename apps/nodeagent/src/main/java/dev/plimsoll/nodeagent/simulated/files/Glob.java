package dev.plimsoll.nodeagent.simulated.files;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Patterns of names: {@code *}, {@code ?} and {@code [...]}; a backslash takes the meaning from what follows it. */
public final class Glob {
    private Glob() {}

    public static String quoted(String text) {
        return text.replaceAll("([\\\\*?\\[\\]])", "\\\\$1");
    }

    public static Pattern pattern(String glob) {
        var regex = new StringBuilder();
        for (var i = 0; i < glob.length(); i++) {
            var c = glob.charAt(i);
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                case '[' -> {
                    var end = glob.indexOf(']', i + 2);
                    if (end < 0) {
                        regex.append("\\[");
                    } else {
                        var set = glob.substring(i + 1, end)
                                .replace("\\", "\\\\")
                                .replace("[", "\\[")
                                .replace("&&", "&\\&");
                        regex.append('[')
                                .append(set.startsWith("!") ? "^" + set.substring(1) : set)
                                .append(']');
                        i = end;
                    }
                }
                case '\\' -> {
                    if (i + 1 < glob.length()) regex.append(Pattern.quote(String.valueOf(glob.charAt(++i))));
                }
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        try {
            return Pattern.compile(regex.toString(), Pattern.DOTALL);
        } catch (PatternSyntaxException _) {
            return Pattern.compile(Pattern.quote(glob));
        }
    }

    public static boolean matches(String glob, String name) {
        return pattern(glob).matcher(name).matches();
    }

    /** The paths that a pattern of a path stands for. */
    public static List<String> matches(FileTree files, String directory, String glob) {
        var isAbsolute = glob.startsWith("/");
        var found = List.of(isAbsolute ? "/" : "");
        for (var part : (isAbsolute ? glob.substring(1) : glob).split("/", -1)) {
            var next = new ArrayList<String>();
            for (var base : found) {
                for (var name : files.names(FileTree.absolute(directory, base))) {
                    if (name.startsWith(".") && !part.startsWith(".")) continue;
                    if (matches(part, name))
                        next.add(base.isEmpty() || base.endsWith("/") ? base + name : base + "/" + name);
                }
            }
            found = next;
        }
        return found;
    }
}
