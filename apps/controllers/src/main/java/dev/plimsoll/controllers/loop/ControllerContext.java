package dev.plimsoll.controllers.loop;

import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.runtime.Reporter;
import java.util.function.Function;

/**
 * What controllers are given.
 *
 * @param events by the component that reports
 */
public record ControllerContext(
        ApiClient client,
        Informers informers,
        Function<String, Events> events,
        ChildNames names,
        Time time,
        FeatureGates gates,
        ControllerMetrics metrics,
        Reporter reporter) {}
