package dev.plimsoll.nodeagent.simulated.shell.options;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options with names, as {@code --name=value}, {@code --name value} or with one dash. */
public record LongOptions(Map<String, List<String>> values) {
    public LongOptions {
        values = Map.copyOf(values);
    }

    public static LongOptions of(List<String> words) {
        var values = new HashMap<String, List<String>>();
        for (var i = 0; i < words.size(); i++) {
            var word = words.get(i);
            if (!word.startsWith("-")) continue;
            var text = word.replaceFirst("^--?", "");
            var equals = text.indexOf('=');
            var name = equals < 0 ? text : text.substring(0, equals);
            var hasNext = i + 1 < words.size() && !words.get(i + 1).matches("-[^0-9].*");
            var value = equals >= 0 ? text.substring(equals + 1) : hasNext ? words.get(++i) : "";
            values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        }
        return new LongOptions(values);
    }

    /** The last one counts. */
    public Optional<String> text(List<String> names) {
        return names.stream()
                .map(values::get)
                .filter(found -> found != null && !found.isEmpty())
                .map(List::getLast)
                .findFirst();
    }

    public String text(String name) {
        return text(List.of(name)).orElse("");
    }

    public long number(List<String> names, long otherwise) {
        var text = text(names).orElse("");
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : otherwise;
    }

    /** In the form {@code 1m30s}. */
    public Duration duration(List<String> names, Duration otherwise) {
        var text = text(names).orElse("");
        if (!text.matches("([0-9]+h)?([0-9]+m)?([0-9]+s)?") || text.isEmpty()) return otherwise;
        return Duration.parse("PT" + text);
    }
}
