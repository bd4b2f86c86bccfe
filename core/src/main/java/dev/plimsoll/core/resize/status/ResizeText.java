package dev.plimsoll.core.resize.status;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;

/** The text in events of a resize: what containers and pod level ask for, as JSON on one line. */
public final class ResizeText {
    private ResizeText() {}

    /**
     * Of what a spec asks for.
     *
     * @param error empty where there is none
     */
    public static String of(PodSpec spec, long generation, String error) {
        var text = new StringBuilder("{");
        list(text, "initContainers", spec.initContainers());
        list(text, "containers", spec.containers());
        if (spec.resources().isDeclared()) {
            text.append("\"resources\":");
            resources(text, spec.resources());
            text.append(',');
        }
        text.append("\"generation\":").append(generation);
        if (!error.isEmpty()) text.append(",\"error\":").append(quoted(error));
        return text.append('}').toString();
    }

    private static void list(StringBuilder text, String key, List<Container> containers) {
        if (containers.isEmpty()) return;
        text.append('"').append(key).append("\":[");
        for (var i = 0; i < containers.size(); i++) {
            if (i > 0) text.append(',');
            text.append("{\"name\":").append(quoted(containers.get(i).name())).append(",\"resources\":");
            resources(text, containers.get(i).resources());
            text.append('}');
        }
        text.append("],");
    }

    private static void resources(StringBuilder text, ResourceRequirements resources) {
        text.append('{');
        var hasLimits = !resources.limits().isEmpty();
        if (hasLimits) amounts(text, "limits", resources.limits());
        if (!resources.requests().isEmpty()) {
            if (hasLimits) text.append(',');
            amounts(text, "requests", resources.requests());
        }
        text.append('}');
    }

    private static void amounts(StringBuilder text, String key, ResourceAmounts amounts) {
        text.append('"').append(key).append("\":{");
        for (var i = 0; i < amounts.size(); i++) {
            if (i > 0) text.append(',');
            text.append(quoted(amounts.name(i).text()))
                    .append(':')
                    .append(quoted(amounts.quantity(i).toString()));
        }
        text.append('}');
    }

    private static String quoted(String value) {
        var text = new StringBuilder("\"");
        for (var i = 0; i < value.length(); i++) {
            var c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                // As encoders do that make JSON safe within HTML.
                case '<', '>', '&' -> text.append(String.format("\\u%04x", (int) c));
                default -> {
                    if (c < 0x20) text.append(String.format("\\u%04x", (int) c));
                    else text.append(c);
                }
            }
        }
        return text.append('"').toString();
    }
}
