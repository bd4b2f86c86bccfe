package dev.plimsoll.runtime;

import dev.plimsoll.client.pace.Time;
import dev.plimsoll.runtime.metrics.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * What a program is given by whoever starts it. Time and chance come from outside, so that a run can be repeated.
 *
 * @param random used by several threads
 * @param registry of the metrics that the program shows
 */
public record ProgramContext(Time time, RandomGenerator random, Reporter reporter, PrometheusRegistry registry) {
    /** With metrics of its own. */
    public ProgramContext(Time time, RandomGenerator random, Reporter reporter) {
        this(time, random, reporter, new PrometheusRegistry());
    }

    /** Of a program that has a process of its own: by the machine's time, with the metrics of the process. */
    public static ProgramContext system(Reporter reporter) {
        var context = new ProgramContext(Time.system(), new SecureRandom(), reporter);
        ProcessMetrics.register(context.registry());
        return context;
    }
}
