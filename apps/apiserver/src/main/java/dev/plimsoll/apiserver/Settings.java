package dev.plimsoll.apiserver;

import dev.plimsoll.apiserver.identity.User;
import dev.plimsoll.core.gates.FeatureGates;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * How a server is to run. Time, chance and names come from outside, so that a run can be repeated.
 *
 * @param port 0 for any that is free
 * @param plain HTTP without TLS, for tests on the same machine
 * @param tokens bearer tokens and whose they are
 */
public record Settings(
        String host,
        int port,
        boolean plain,
        Map<String, User> tokens,
        FeatureGates gates,
        InstantSource clock,
        RandomGenerator random,
        Supplier<String> uids) {
    public Settings {
        tokens = Map.copyOf(tokens);
    }
}
