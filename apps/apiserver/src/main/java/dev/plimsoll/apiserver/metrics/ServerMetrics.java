package dev.plimsoll.apiserver.metrics;

import dev.plimsoll.apiserver.flowcontrol.FlowController;
import dev.plimsoll.apiserver.limits.InFlight;
import dev.plimsoll.apiserver.request.RequestObserver;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.apiserver.transport.HttpServer;
import dev.plimsoll.apiserver.webhooks.WebhookObserver;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.runtime.metrics.MetricsText;
import dev.plimsoll.runtime.metrics.ProcessMetrics;
import dev.plimsoll.store.Store;
import dev.plimsoll.store.StoreException;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** All that the server measures, and the page that shows it. */
public final class ServerMetrics {
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RequestMeters requests = new RequestMeters(registry);
    private final WebhookMeters webhooks = new WebhookMeters(registry);
    private final Counter watchEvents =
            counter("apiserver_watch_events_total", "Events sent to watchers.", "group", "version", "resource");
    private final CounterDataPoint quotaRefusals = counter(
                    "plimsoll_quota_refusals_total", "Writes that a quota stopped.")
            .labelValues();
    private final CounterDataPoint capacityRefusals = counter(
                    "plimsoll_capacity_guard_refusals_total", "Bindings and resizes for which a node has no room.")
            .labelValues();

    public ServerMetrics() {
        ProcessMetrics.register(registry);
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    public RequestObserver requests() {
        return requests;
    }

    public WebhookObserver webhooks() {
        return webhooks;
    }

    public Store metered(Store store) {
        return new MeteredStore(store, registry);
    }

    /** Counts one event of a watch; to be kept for the life of the watch. */
    public Runnable watchEvents(Kind kind) {
        var point = watchEvents.labelValues(kind.group(), kind.version(), kind.plural());
        return point::inc;
    }

    public void refused(Refusal refusal) {
        switch (refusal) {
            case Refusal.Forbidden(var _, var _, var _, var why, var _)
            when why.startsWith("exceeded quota: ") -> quotaRefusals.inc();
            case Refusal.Conflict(var _, var resource, var _, var why)
            when resource.startsWith("pods/") && why.startsWith("node ") -> capacityRefusals.inc();
            default -> {}
        }
    }

    public void show(InFlight inFlight) {
        GaugeWithCallback.builder()
                .name("apiserver_current_inflight_requests")
                .help("Requests that are being answered, watches excepted.")
                .labelNames("request_kind")
                .callback(each -> {
                    each.call(inFlight.reads(), "readOnly");
                    each.call(inFlight.writes(), "mutating");
                })
                .register(registry);
    }

    public void show(FlowController flows) {
        FlowControlMetrics.register(flows, registry);
    }

    /** What clients hold at this moment. */
    public void show(HttpServer http, Registry objects) {
        gauge("plimsoll_apiserver_connections", "Open connections.", "authenticated", each -> {
            var unauthenticated = http.unauthenticatedConnections();
            each.call(unauthenticated, "false");
            each.call(http.connections() - unauthenticated, "true");
        });
        gauge(
                "plimsoll_apiserver_held",
                "What clients hold: threads of requests, watches in a cache.",
                "what",
                each -> {
                    each.call(http.runningRequests(), "requests");
                    each.call(objects.watchers(), "watchers");
                });
    }

    private void gauge(String name, String help, String label, Consumer<GaugeWithCallback.Callback> values) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(label)
                .callback(values)
                .register(registry);
    }

    /** How many objects there are of each kind; a store that does not answer says nothing. */
    public void show(Registry objects, Kinds kinds) {
        GaugeWithCallback.builder()
                .name("apiserver_storage_objects")
                .help("Stored objects.")
                .labelNames("resource")
                .callback(each -> {
                    try {
                        var told = new HashSet<String>();
                        for (var kind : kinds.all()) {
                            if (kind.isStored() && told.add(kind.qualifiedPlural()))
                                each.call((double) objects.count(kind, ""), kind.qualifiedPlural());
                        }
                    } catch (StoreException _) {
                        each.call(-1, "unknown");
                    }
                })
                .register(registry);
    }

    public void showAuditDrops(LongSupplier dropped) {
        CounterWithCallback.builder()
                .name("apiserver_audit_error_total")
                .help("Audit events that were lost because they could not be written in time.")
                .labelNames("plugin")
                .callback(each -> each.call((double) dropped.getAsLong(), "log"))
                .register(registry);
    }

    /** Which features are on, under the name by which clients of Kubernetes ask for it. */
    public void show(FeatureGates gates) {
        GaugeWithCallback.builder()
                .name("kubernetes_feature_enabled")
                .help("Whether a feature is enabled, with its stage.")
                .labelNames("name", "stage")
                .callback(each -> {
                    for (var gate : Gate.values()) {
                        each.call(gates.isOn(gate) ? 1 : 0, gate.kubernetesName(), stage(gate));
                    }
                })
                .register(registry);
    }

    private static String stage(Gate gate) {
        return switch (gate.stage()) {
            case GA_LOCKED -> "";
            case BETA_ON, BETA_OFF -> "BETA";
            case ALPHA_OFF, OURS_ON, OURS_OFF -> "ALPHA";
        };
    }

    /** APIServices that cannot be asked. */
    public void showUnavailable(Supplier<List<String>> names) {
        gauge(
                "aggregator_unavailable_apiservice",
                "APIServices that cannot be asked now.",
                "name",
                each -> names.get().forEach(name -> each.call(1, name)));
    }

    /** The page. */
    public byte[] text() {
        return MetricsText.of(registry);
    }
}
