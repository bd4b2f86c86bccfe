package dev.plimsoll.nodeagent.simulated.clients;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Options as {@code curl} and {@code wget} take them: letters may be joined, and some take a value.
 *
 * @param values by name without dashes; a flag has an empty one
 * @param operands all other words
 */
record ClientOptions(Map<String, List<String>> values, List<String> operands) {
    ClientOptions {
        values = Map.copyOf(values);
        operands = List.copyOf(operands);
    }

    /**
     * Reads the words of a command.
     *
     * @param valued the names of options that take a value
     */
    static ClientOptions of(List<String> words, Set<String> valued) {
        var values = new HashMap<String, List<String>>();
        var operands = new ArrayList<String>();
        for (var i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if (!word.startsWith("-") || word.equals("-")) {
                operands.add(word);
            } else if (word.startsWith("--")) {
                var equals = word.indexOf('=');
                var name = equals < 0 ? word.substring(2) : word.substring(2, equals);
                var takesNext = equals < 0 && valued.contains(name) && i + 1 < words.size();
                var value = equals >= 0 ? word.substring(equals + 1) : takesNext ? words.get(++i) : "";
                values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            } else {
                for (var at = 1; at < word.length(); at++) {
                    var name = word.substring(at, at + 1);
                    var value = "";
                    if (valued.contains(name)) {
                        value = at + 1 < word.length()
                                ? word.substring(at + 1)
                                : i + 1 < words.size() ? words.get(++i) : "";
                        at = word.length();
                    }
                    values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
                }
            }
        }
        return new ClientOptions(values, operands);
    }

    boolean has(String... names) {
        for (var name : names) if (values.containsKey(name)) return true;
        return false;
    }

    Optional<String> value(String... names) {
        for (var name : names)
            if (values.containsKey(name)) return Optional.of(values.get(name).getLast());
        return Optional.empty();
    }

    List<String> all(String... names) {
        var all = new ArrayList<String>();
        for (var name : names) all.addAll(values.getOrDefault(name, List.of()));
        return all;
    }

    /** Seconds, with a fraction or not. */
    Duration seconds(Duration otherwise, String... names) {
        var text = value(names).orElse("");
        return text.matches("[0-9]{1,6}(\\.[0-9]{1,6})?")
                ? Duration.ofMillis(Math.max(1, (long) (Double.parseDouble(text) * 1000)))
                : otherwise;
    }
}
