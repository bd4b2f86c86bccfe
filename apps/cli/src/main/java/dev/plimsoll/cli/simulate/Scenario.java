package dev.plimsoll.cli.simulate;

import dev.plimsoll.cli.simulate.cluster.RequestedChanges;
import dev.plimsoll.cli.simulate.cluster.SimulationOptions;

/**
 * One of several questions about a snapshot.
 *
 * @param name empty for the only one
 */
record Scenario(String name, RequestedChanges changes, SimulationOptions options) {}
