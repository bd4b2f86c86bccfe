package dev.plimsoll.apiserver.request;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The query of a request. A name that is not there has the empty text. */
public final class Parameters {
    private final Map<String, List<String>> values;

    private Parameters(Map<String, List<String>> values) {
        this.values = values;
    }

    /** Reads {@code a=1&b=2}; what cannot be decoded is taken as it stands. */
    public static Parameters parse(String query) {
        var values = new LinkedHashMap<String, List<String>>();
        for (var pair : query.split("&", -1)) {
            if (pair.isEmpty()) continue;
            var equals = pair.indexOf('=');
            var name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            var value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        }
        return new Parameters(values);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return text;
        }
    }

    public String text(String name) {
        var all = values.get(name);
        return all == null ? "" : all.getFirst();
    }

    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** As Kubernetes reads truth: anything but nothing, {@code false} and {@code 0}. */
    public boolean flag(String name) {
        return switch (text(name)) {
            case "" -> has(name);
            case "false", "0", "False", "FALSE", "f", "F" -> false;
            default -> true;
        };
    }
}
