package dev.plimsoll.apiserver.flowcontrol;

import dev.plimsoll.apiserver.flowcontrol.FairQueues.State;
import dev.plimsoll.apiserver.flowcontrol.FairQueues.Ticket;
import dev.plimsoll.apiserver.flowcontrol.FlowMeters.Reason;
import dev.plimsoll.apiserver.limits.RequestLimits;
import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.flowcontrol.FlowControlDocuments;
import dev.plimsoll.kinds.flowcontrol.FlowRequest;
import dev.plimsoll.kinds.flowcontrol.FlowSchema;
import dev.plimsoll.kinds.flowcontrol.PriorityLevel;
import dev.plimsoll.kinds.flowcontrol.PriorityLevel.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests in by the FlowSchemas and PriorityLevelConfigurations of the cluster. What is decided is decided by {@link FairQueues} and
 * {@link ConcurrencyAllocation}; here are the threads and the clock.
 */
public final class FlowController implements AutoCloseable {
    /** How often levels lend and borrow anew. */
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);
    private static final int OBJECTS_PER_SEAT = 100;
    private static final int WIDEST = 10;
    private static final double WIDEST_PART = 0.15;

    private final int server;
    private final Duration wait;
    private final long seed;
    private final Map<String, LevelGate> gates = new ConcurrentHashMap<>();
    private final Map<String, FlowMeters> meters = new ConcurrentHashMap<>();
    private final ConfigIndex<FlowSchema> schemas;
    private final ConfigIndex<PriorityLevel> levels;
    private final Thread loop;
    private volatile List<Match> matches = List.of();

    /** A schema and where its requests go. */
    private record Match(FlowSchema schema, LevelGate gate, FlowMeters meters) {}

    /** Where a request belongs. */
    public static final class Flow {
        private final Match match;
        private final long number;

        private Flow(Match match, long number) {
            this.match = match;
            this.number = number;
        }

        public String schemaUid() {
            return match.schema().uid();
        }

        public String levelUid() {
            return match.gate().level().uid();
        }

        /** Whether its level never waits. */
        public boolean isExempt() {
            return match.gate().isExempt();
        }

        /** Whether its level has less than its own part of the server. */
        public boolean isBelowNominal() {
            return match.gate().isBelowNominal();
        }

        /** Whether its level has no more than that. */
        public boolean isWithinNominal() {
            return match.gate().isWithinNominal();
        }

        /** Seats for a list of so many objects. */
        public int width(long objects) {
            var most = Math.clamp((long) Math.ceil(match.gate().nominal() * WIDEST_PART), 1, WIDEST);
            return Math.clamp(Math.ceilDiv(objects, OBJECTS_PER_SEAT), 1, most);
        }
    }

    /** What becomes of a request. */
    public sealed interface Admission permits Seat, Admission.TurnedAway {
        /** Come back after so many seconds. */
        record TurnedAway(int retrySeconds) implements Admission {}
    }

    /** Seats that a request has until it is closed. */
    public static final class Seat implements Admission, AutoCloseable {
        private final Match match;
        private final int width;
        private final @Nullable Ticket ticket;

        private Seat(Match match, int width, @Nullable Ticket ticket) {
            this.match = match;
            this.width = width;
            this.ticket = ticket;
            match.meters().begin(width);
        }

        @Override
        public void close() {
            match.meters().end(width);
            if (ticket != null) match.gate().finish(ticket);
        }
    }

    /**
     * To be made before any of its objects is read.
     *
     * @param fallback schemas and levels that are in effect whatever is stored
     */
    public FlowController(
            Registry registry,
            Kinds kinds,
            RequestLimits limits,
            RandomGenerator random,
            FlowControlDocuments fallback) {
        this.server = limits.requestsInFlight() == 0 || limits.mutatingInFlight() == 0
                ? 0
                : limits.requestsInFlight() + limits.mutatingInFlight();
        this.wait = limits.requestTime().isZero()
                ? LONGEST_WAIT
                : limits.requestTime().dividedBy(4);
        this.seed = random.nextLong();
        this.schemas =
                new ConfigIndex<>(FlowSchema::read, FlowSchema::name, fallback.mandatorySchemas(), this::rebuild);
        this.levels =
                new ConfigIndex<>(PriorityLevel::read, PriorityLevel::name, fallback.mandatoryLevels(), this::rebuild);
        rebuild();
        registry.observe(kinds.named("flowcontrol.apiserver.k8s.io", "FlowSchema"), schemas);
        registry.observe(kinds.named("flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration"), levels);
        this.loop = ComponentThreads.named("flow-control").start(this::run);
    }

    /** Puts in force what the objects say. A schema whose level is not there matches nothing. */
    private synchronized void rebuild() {
        var now = System.nanoTime();
        var known = new TreeMap<String, PriorityLevel>();
        for (var level : levels.all()) known.put(level.name(), level);
        var allShares = 0;
        for (var level : known.values())
            if (level.limit() instanceof Limit.Limited limited) allShares += limited.shares();
        for (var level : known.values()) {
            var gate = gates.computeIfAbsent(level.name(), _ -> new LevelGate(level, now));
            gate.configure(level, server, allShares, now);
        }
        // Who waits in a level that is gone is answered all the same: the gate is theirs.
        gates.keySet().retainAll(known.keySet());
        var next = new ArrayList<Match>();
        for (var schema : schemas.all().stream().sorted(FlowSchema.ORDER).toList()) {
            var gate = gates.get(schema.level());
            if (gate == null) continue;
            var meter = meters.computeIfAbsent(
                    schema.name() + "\n" + schema.level(), _ -> new FlowMeters(schema.name(), schema.level()));
            next.add(new Match(schema, gate, meter));
        }
        matches = List.copyOf(next);
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(PERIOD);
                divide();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void divide() {
        var now = System.nanoTime();
        var limited = gates.values().stream().filter(gate -> !gate.isExempt()).toList();
        var claims = limited.stream().map(gate -> gate.claim(now)).toList();
        var seats = ConcurrencyAllocation.divide(server, claims);
        for (var i = 0; i < seats.length; i++) limited.get(i).limit(seats[i], now);
    }

    /** Where a request belongs; the schema for all the rest takes what no other wants. */
    public Flow classify(FlowRequest request) {
        var all = matches;
        for (var i = 0; i < all.size(); i++) {
            var match = all.get(i);
            if (match.schema().matches(request))
                return new Flow(
                        match, match.gate().isExempt() ? 0 : match.schema().flow(request, seed));
        }
        throw new IllegalStateException("no flow schema for all the rest");
    }

    /** How long a request may wait for its seats. */
    public Duration longestWait() {
        return wait;
    }

    /** Takes a request in, and waits as long as it must and may. Who gets a seat must close it. */
    public Admission enter(Flow flow, int width, Duration longestWait) {
        var match = flow.match;
        var gate = match.gate();
        if (server == 0 || gate.isExempt()) return new Seat(match, width, null);
        var ticket = gate.arrive(flow.number, width);
        var state = ticket.state() == State.WAITING ? waited(match, ticket, longestWait) : ticket.state();
        return switch (state) {
            case EXECUTING -> new Seat(match, width, ticket);
            case QUEUE_FULL -> turnedAway(match, Reason.QUEUE_FULL);
            case NO_SEAT -> turnedAway(match, Reason.CONCURRENCY_LIMIT);
            case WITHDRAWN -> turnedAway(match, Reason.TIME_OUT);
            case WAITING, DONE -> throw new IllegalStateException("it is " + state);
        };
    }

    private static State waited(Match match, Ticket ticket, Duration longestWait) {
        match.meters().queued(1);
        try {
            return match.gate().await(ticket, System.nanoTime() + longestWait.toNanos());
        } finally {
            match.meters().queued(-1);
        }
    }

    private static Admission turnedAway(Match match, Reason reason) {
        match.meters().reject(reason);
        return new Admission.TurnedAway(match.gate().retryAfter(System.nanoTime()));
    }

    /** What is measured of each schema and level. */
    public Collection<FlowMeters> meters() {
        return meters.values();
    }

    /** Bounds and seats of each level that has any. */
    public List<LevelSeats> seats() {
        return gates.values().stream()
                .filter(gate -> !gate.isExempt())
                .map(LevelGate::seats)
                .toList();
    }

    @Override
    public void close() {
        loop.interrupt();
    }
}
