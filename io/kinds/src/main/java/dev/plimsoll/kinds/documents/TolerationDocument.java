package dev.plimsoll.kinds.documents;

import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A toleration of a pod. */
record TolerationDocument(JsonNode document) {
    private static final String EXISTS = "Exists";
    private static final List<String> EQUAL = List.of("", "Equal");

    /** Whether each taint that the other one tolerates is tolerated by this one, for as long. */
    boolean covers(TolerationDocument other) {
        if (document.equals(other.document)) return true;
        var isForAnyKey = key().isEmpty() && operator().equals(EXISTS);
        if (!isForAnyKey && !key().equals(other.key())) return false;
        if (!effect().isEmpty() && !effect().equals(other.effect())) return false;
        if (effect().equals("NoExecute") && isShorterThan(other)) return false;
        if (operator().equals(EXISTS)) return true;
        return EQUAL.contains(operator())
                && EQUAL.contains(other.operator())
                && text(document, "value").equals(text(other.document, "value"));
    }

    private boolean isShorterThan(TolerationDocument other) {
        var own = document.path("tolerationSeconds");
        var theirs = other.document.path("tolerationSeconds");
        return own.isNumber() && (!theirs.isNumber() || theirs.asLong() > own.asLong());
    }

    private String key() {
        return text(document, "key");
    }

    private String operator() {
        return text(document, "operator");
    }

    private String effect() {
        return text(document, "effect");
    }
}
