package dev.plimsoll.objects.discovery;

import java.util.Optional;

/** The features of an API server, as its page {@code /metrics} says: {@code kubernetes_feature_enabled{name="...",stage="..."} 1}. */
public final class FeatureMetric {
    private static final String FAMILY = "kubernetes_feature_enabled{";

    private FeatureMetric() {}

    /** Whether a feature is on; empty where the page does not name it. */
    public static Optional<Boolean> isOn(String page, String feature) {
        var label = "name=\"" + feature + "\"";
        return page.lines()
                .filter(line -> line.startsWith(FAMILY))
                .filter(line -> line.substring(0, line.lastIndexOf('}') + 1).contains(label))
                .findFirst()
                .map(line -> line.substring(line.lastIndexOf('}') + 1).strip())
                .map(value -> !value.equals("0") && !value.equals("0.0"));
    }
}
