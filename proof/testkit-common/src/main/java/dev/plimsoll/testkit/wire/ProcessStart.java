package dev.plimsoll.testkit.wire;

import java.util.List;

/** How the process of the clusters is started. A cache of its start serves only starts with the same options. */
public final class ProcessStart {
    public static final String MAIN = "dev.plimsoll.testkit.remote.TestClusterProcess";

    /** What it prints when it is ready, before its port. */
    public static final String READY = "plimsoll-testkit ";

    public static final List<String> JVM_OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private ProcessStart() {}
}
