package dev.plimsoll.nodeagent.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/** The process and its memory. */
final class NodeProcessMetrics {
    private NodeProcessMetrics() {}

    static void register(PrometheusRegistry registry) {
        var memory = ManagementFactory.getMemoryMXBean();
        gauge(
                registry,
                "process_start_time_seconds",
                "When the process began.",
                () -> ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
        gauge(
                registry,
                "jvm_threads_current",
                "Platform threads.",
                () -> ManagementFactory.getThreadMXBean().getThreadCount());
        gauge(
                registry,
                "jvm_memory_heap_used_bytes",
                "Memory of Java objects.",
                () -> memory.getHeapMemoryUsage().getUsed());
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) return;
        gauge(registry, "process_open_fds", "Open files.", system::getOpenFileDescriptorCount);
        CounterWithCallback.builder()
                .name("process_cpu_seconds")
                .help("CPU time of the process.")
                .callback(each -> each.call(system.getProcessCpuTime() / 1e9))
                .register(registry);
    }

    private static void gauge(PrometheusRegistry registry, String name, String help, DoubleSupplier reading) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(each -> each.call(reading.getAsDouble()))
                .register(registry);
    }
}
