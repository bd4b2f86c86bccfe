package dev.plimsoll.apiserver.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One entry of an {@code Accept} header. */
record MediaRange(String type, Map<String, String> parameters) {
    static List<MediaRange> parse(String accept) {
        var ranges = new ArrayList<MediaRange>();
        for (var entry : accept.split(",", -1)) {
            if (entry.isBlank()) continue;
            var parts = entry.split(";", -1);
            var parameters = new HashMap<String, String>();
            for (var i = 1; i < parts.length; i++) {
                var equals = parts[i].indexOf('=');
                if (equals > 0)
                    parameters.put(
                            parts[i].substring(0, equals).strip(),
                            parts[i].substring(equals + 1).strip());
            }
            ranges.add(new MediaRange(parts[0].strip().toLowerCase(Locale.ROOT), parameters));
        }
        return ranges;
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    boolean isJson() {
        return type.equals("application/json") || type.equals("*/*") || type.equals("application/*");
    }
}
