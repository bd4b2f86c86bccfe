package dev.plimsoll.apiserver.metrics;

import dev.plimsoll.apiserver.flowcontrol.FlowController;
import dev.plimsoll.apiserver.flowcontrol.FlowMeters;
import dev.plimsoll.apiserver.flowcontrol.LevelSeats;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.ToIntFunction;

/** What priority and fairness does, read when somebody looks. */
final class FlowControlMetrics {
    private static final String PREFIX = "apiserver_flowcontrol_";

    private final FlowController flows;
    private final PrometheusRegistry registry;

    private FlowControlMetrics(FlowController flows, PrometheusRegistry registry) {
        this.flows = flows;
        this.registry = registry;
    }

    static void register(FlowController flows, PrometheusRegistry registry) {
        var metrics = new FlowControlMetrics(flows, registry);
        metrics.counters();
        metrics.ofFlows("current_inqueue_requests", "Requests that wait.", FlowMeters::waiting);
        metrics.ofFlows("current_executing_requests", "Requests that are answered.", FlowMeters::executing);
        metrics.ofFlows("current_executing_seats", "Seats of requests that are answered.", FlowMeters::seats);
        metrics.ofLevels("nominal_limit_seats", "Part of the server that belongs to a level.", LevelSeats::nominal);
        metrics.ofLevels("lower_limit_seats", "Seats that a level never lends.", LevelSeats::lowest);
        metrics.ofLevels("upper_limit_seats", "Seats of a level with all that it may borrow.", LevelSeats::highest);
        metrics.ofLevels("current_limit_seats", "Seats that a level may use now.", LevelSeats::current);
    }

    private void counters() {
        CounterWithCallback.builder()
                .name(PREFIX + "dispatched_requests_total")
                .help("Requests that were let in.")
                .labelNames("flow_schema", "priority_level")
                .callback(each -> {
                    for (var flow : flows.meters()) each.call((double) flow.dispatched(), flow.schema(), flow.level());
                })
                .register(registry);
        CounterWithCallback.builder()
                .name(PREFIX + "rejected_requests_total")
                .help("Requests that were turned away.")
                .labelNames("flow_schema", "priority_level", "reason")
                .callback(each -> {
                    for (var flow : flows.meters()) {
                        for (var reason : FlowMeters.Reason.values()) {
                            if (flow.rejected(reason) > 0)
                                each.call((double) flow.rejected(reason), flow.schema(), flow.level(), reason.word());
                        }
                    }
                })
                .register(registry);
    }

    private void ofFlows(String name, String help, ToIntFunction<FlowMeters> value) {
        GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .labelNames("flow_schema", "priority_level")
                .callback(each -> {
                    for (var flow : flows.meters()) each.call(value.applyAsInt(flow), flow.schema(), flow.level());
                })
                .register(registry);
    }

    private void ofLevels(String name, String help, ToIntFunction<LevelSeats> value) {
        GaugeWithCallback.builder()
                .name(PREFIX + name)
                .help(help)
                .labelNames("priority_level")
                .callback(each -> {
                    for (var level : flows.seats()) each.call(value.applyAsInt(level), level.level());
                })
                .register(registry);
    }
}
