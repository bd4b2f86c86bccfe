package dev.plimsoll.apiserver.http;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What comes up while a request is answered, and is told beside the answer. Only the thread of the request writes in it. */
public final class Notes {
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Map<String, String> annotations = new LinkedHashMap<>();

    /** Tells the client; the same warning only once. */
    public void warn(String text) {
        warnings.add(text);
    }

    /** Goes into the audit log. */
    public void annotate(String key, String value) {
        annotations.put(key, value);
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    public Map<String, String> annotations() {
        return Map.copyOf(annotations);
    }
}
