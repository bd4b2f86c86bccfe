package dev.plimsoll.cli.components;

import dev.plimsoll.cli.connection.ConnectionOptions;
import dev.plimsoll.cli.connection.LeaseTimesOptions;
import dev.plimsoll.cli.console.Console;
import dev.plimsoll.cli.console.ConsoleReporter;
import dev.plimsoll.cli.console.ExitCode;
import dev.plimsoll.cli.console.FeatureGatesOption;
import dev.plimsoll.client.connection.Configured;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.http.HttpPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A component of the control plane that works at an API server until it is told to end, alone or as the holder of a lease. */
abstract class ComponentCommand implements Callable<Integer> {
    private final String program;
    private final Console console;
    private final PrintWriter out;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--leader-elect",
            paramLabel = "BOOL",
            arity = "1",
            defaultValue = "true",
            description = "Work only while holding the lease (default: ${DEFAULT-VALUE}).")
    private boolean leaderElect = true;

    @Mixin
    private final LeaseTimesOptions leaseTimes = new LeaseTimesOptions();

    @Mixin
    private final FeatureGatesOption gates = new FeatureGatesOption();

    @Mixin
    private final PageOptions pages = new PageOptions();

    private LeaseTimes chosenTimes = LeaseTimes.DEFAULT;

    /** @param program as the API server and the lease know it */
    ComponentCommand(String program, Console console, PrintWriter out) {
        this.program = program;
        this.console = console;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        pages.prepare();
        var problems = new ArrayList<String>();
        chosenTimes = Objects.requireNonNullElse(leaseTimes.times(problems::add), LeaseTimes.DEFAULT);
        if (!problems.isEmpty()) return console.unreadable(problems.getFirst());
        return gates.read(console, accepted -> switch (connection.connection()) {
            case Configured.Invalid(var why) -> console.unreadable(why);
            case Configured.Ready ready -> run(ready, accepted);
        });
    }

    /** Reads the options of its own and works. */
    abstract int run(Configured.Ready ready, FeatureGates accepted) throws InterruptedException;

    /** Who it is when it asks for the lease; empty where it works without one. */
    final Optional<String> identity() {
        return leaderElect ? Optional.of(hostName() + "_" + UUID.randomUUID()) : Optional.empty();
    }

    /** As other components of Kubernetes name themselves in a lease: people see at once which machine leads. */
    private String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return program; // a machine without a name
        }
    }

    /** How long the lease lasts. */
    final LeaseTimes leaseTimes() {
        return chosenTimes;
    }

    final Console console() {
        return console;
    }

    final ProgramContext context() {
        return ProgramContext.system(new ConsoleReporter(console));
    }

    /**
     * Serves the pages and works until the end.
     *
     * @param doing what is said of it, with the address of the API server behind it
     */
    final int work(Configured.Ready ready, HttpPage page, Runnable start, String doing, CountDownLatch stop)
            throws InterruptedException {
        var reviewer = ConnectionOptions.client(ready, program);
        try (var served = pages.start(
                program + "-http",
                page,
                reviewer,
                ready.authority(),
                InstantSource.system(),
                new ConsoleReporter(console)::tell)) {
            start.run();
            say(doing + " " + ready.server());
            for (var address : served.addresses()) say("serving health and metrics at " + address);
            stop.await();
            return ExitCode.OK;
        } catch (IOException e) {
            return console.unreadable(String.valueOf(e.getMessage()));
        }
    }

    private void say(String text) {
        console.log().say(out, text);
    }
}
