package dev.plimsoll.runtime.metrics;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The process and its Java: the same families for every program. */
public final class ProcessMetrics {
    private static final int PAGE_BYTES = 4096;

    private ProcessMetrics() {}

    /** Shows them among the metrics of a program. */
    public static void register(PrometheusRegistry registry) {
        var memory = ManagementFactory.getMemoryMXBean();
        gauge(
                registry,
                "process_start_time_seconds",
                "When the process began.",
                () -> ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
        gauge(registry, "process_resident_memory_bytes", "Memory of the process.", ProcessMetrics::residentBytes);
        gauge(
                registry,
                "jvm_threads_current",
                "Platform threads.",
                () -> ManagementFactory.getThreadMXBean().getThreadCount());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            gauge(registry, "process_open_fds", "Open files.", () -> (double) unix.getOpenFileDescriptorCount());
            gauge(registry, "process_max_fds", "Files that may be open.", () ->
                    (double) unix.getMaxFileDescriptorCount());
        }
        GaugeWithCallback.builder()
                .name("jvm_memory_used_bytes")
                .help("Memory that Java uses.")
                .labelNames("area")
                .callback(each -> {
                    each.call((double) memory.getHeapMemoryUsage().getUsed(), "heap");
                    each.call((double) memory.getNonHeapMemoryUsage().getUsed(), "nonheap");
                })
                .register(registry);
        cpu(registry);
        collections(registry);
    }

    private static void cpu(PrometheusRegistry registry) {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)) return;
        CounterWithCallback.builder()
                .name("process_cpu_seconds_total")
                .help("CPU time of the process.")
                .callback(each -> each.call(system.getProcessCpuTime() / 1e9))
                .register(registry);
    }

    private static void collections(PrometheusRegistry registry) {
        CounterWithCallback.builder()
                .name("jvm_gc_collection_seconds_total")
                .help("Time spent in garbage collections.")
                .labelNames("gc")
                .callback(each -> {
                    for (var bean : ManagementFactory.getGarbageCollectorMXBeans()) {
                        each.call(bean.getCollectionTime() / 1e3, bean.getName());
                    }
                })
                .register(registry);
    }

    private interface Reading {
        double read();
    }

    private static void gauge(PrometheusRegistry registry, String name, String help, Reading reading) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(each -> each.call(reading.read()))
                .register(registry);
    }

    /** 0 where the system does not tell. */
    private static double residentBytes() {
        try {
            var fields = Files.readString(Path.of("/proc/self/statm")).split(" ", -1);
            return Double.parseDouble(fields[1]) * PAGE_BYTES;
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException _) {
            return 0;
        }
    }
}
