package dev.plimsoll.runtime;

import dev.plimsoll.client.pace.Time;
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

    /** By the machine's time. */
    public static ProgramContext system(Reporter reporter) {
        return new ProgramContext(Time.system(), new SecureRandom(), reporter);
    }
}
