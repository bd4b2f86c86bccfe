package dev.plimsoll.simulation.faults;

import java.lang.management.ManagementFactory;

/** Plays seeds. */
final class FaultyRun {
    private FaultyRun() {}

    public static void main(String[] args) {
        var from = Long.parseLong(args[0]);
        var to = Long.parseLong(args[1]);
        var verbose = args.length > 2;
        var faults = 0;
        for (var seed = from; seed <= to; seed++) {
            var cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            try (var cluster = new FaultyCluster(
                    seed, FaultSelection.ALL, BuiltInMistake.NONE, verbose ? System.out::println : _ -> {})) {
                var found = cluster.play();
                faults += cluster.faultsSoFar();
                System.out.printf(
                        "seed %d: %s; %d faults, digest %x, %.2f s CPU; %s%n",
                        seed,
                        found,
                        cluster.faultsSoFar(),
                        cluster.digest(),
                        (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9,
                        cluster.figures());
                if (seed == to) System.out.println(cluster.faultCounts());
            }
        }
    }
}
