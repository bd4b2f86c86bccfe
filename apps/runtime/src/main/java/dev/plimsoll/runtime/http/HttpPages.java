package dev.plimsoll.runtime.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The pages of a program by their paths, with those that every program has. */
public final class HttpPages implements HttpPage {
    static final HttpPage NONE = _ -> PageReply.notFound();

    private final Map<String, HttpPage> pages = new HashMap<>();

    /** At exactly this path. */
    @CanIgnoreReturnValue
    public HttpPages page(String path, HttpPage page) {
        pages.put(path, page);
        return this;
    }

    /** {@code /healthz} and {@code /livez}. */
    @CanIgnoreReturnValue
    public HttpPages health(HealthCheck check) {
        return page("/healthz", _ -> reply(check)).page("/livez", _ -> reply(check));
    }

    /** {@code /readyz}. */
    @CanIgnoreReturnValue
    public HttpPages readiness(HealthCheck check) {
        return page("/readyz", _ -> reply(check));
    }

    /** {@code /metrics}. */
    @CanIgnoreReturnValue
    public HttpPages metrics(Supplier<MetricSnapshots> metrics) {
        return page("/metrics", _ -> PageReply.metrics(metrics.get()));
    }

    /** {@code /configz}. */
    @CanIgnoreReturnValue
    public HttpPages configuration(Supplier<? extends JsonNode> configuration) {
        return page("/configz", _ -> PageReply.json(configuration.get()));
    }

    private static PageReply reply(HealthCheck check) {
        return check.problem()
                .map(problem -> PageReply.text(500, problem + "\n"))
                .orElseGet(() -> PageReply.text(200, "ok"));
    }

    @Override
    public PageReply answer(PageRequest request) throws IOException {
        var page = pages.get(request.path());
        return page == null ? PageReply.notFound() : page.answer(request);
    }
}
