package dev.plimsoll.autoscaler.observation;

import dev.plimsoll.runtime.http.HttpPages;
import dev.plimsoll.runtime.http.PageReply;
import dev.plimsoll.runtime.metrics.MetricsText;
import java.nio.charset.StandardCharsets;

/** {@code /metrics} and {@code /health-check}. */
public final class AutoscalerPages {
    private AutoscalerPages() {}

    public static HttpPages of(Metrics metrics, Health health) {
        return new HttpPages()
                .page("/metrics", _ -> PageReply.of(200, MetricsText.CONTENT_TYPE, metrics.text()))
                .page("/health-check", _ -> check(health));
    }

    private static PageReply check(Health health) {
        var good = health.isGood();
        var text = good ? "OK" : "Error: last activity more than five intervals ago";
        return PageReply.of(good ? 200 : 500, MetricsText.CONTENT_TYPE, text.getBytes(StandardCharsets.UTF_8));
    }
}
