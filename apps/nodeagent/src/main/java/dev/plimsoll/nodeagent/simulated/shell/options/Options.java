package dev.plimsoll.nodeagent.simulated.shell.options;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The words after a command: letters that are set, letters with a value, and the rest.
 *
 * @param unknown the first word that is an option of nobody here; empty if all are known
 */
public record Options(Set<Character> flags, Map<Character, String> values, List<String> rest, String unknown) {
    /** Reads them; a colon after a letter says that it has a value. */
    public static Options of(List<String> arguments, String letters) {
        var flags = new HashSet<Character>();
        var values = new HashMap<Character, String>();
        var rest = new ArrayList<String>();
        var unknown = "";
        for (var i = 0; i < arguments.size(); i++) {
            var word = arguments.get(i);
            if (word.equals("--")) {
                rest.addAll(arguments.subList(i + 1, arguments.size()));
                break;
            }
            if (!word.startsWith("-") || word.length() < 2) {
                rest.add(word);
                continue;
            }
            for (var j = 1; j < word.length(); j++) {
                var letter = word.charAt(j);
                var at = letters.indexOf(letter);
                if (at < 0 || letter == ':') {
                    if (unknown.isEmpty()) unknown = word;
                    break;
                }
                if (at + 1 == letters.length() || letters.charAt(at + 1) != ':') {
                    flags.add(letter);
                    continue;
                }
                if (j + 1 < word.length()) values.put(letter, word.substring(j + 1));
                else if (i + 1 < arguments.size()) values.put(letter, arguments.get(++i));
                else if (unknown.isEmpty()) unknown = word;
                break;
            }
        }
        return new Options(flags, values, rest, unknown);
    }

    public boolean has(char letter) {
        return flags.contains(letter);
    }

    public long number(char letter, long otherwise) {
        try {
            return Long.parseLong(values.getOrDefault(letter, String.valueOf(otherwise)));
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }
}
