package dev.plimsoll.apiserver.flowcontrol;

import dev.plimsoll.apiserver.flowcontrol.FairQueues.State;
import dev.plimsoll.apiserver.flowcontrol.FairQueues.Ticket;
import dev.plimsoll.kinds.flowcontrol.PriorityLevel;
import dev.plimsoll.kinds.flowcontrol.PriorityLevel.Limit;
import dev.plimsoll.kinds.flowcontrol.QueuingConfiguration;
import java.util.IdentityHashMap;
import java.util.concurrent.locks.LockSupport;

/** A level at work: its queues, and the threads that wait in them. Its lock is held for one step of the queues, and never while waiting. */
final class LevelGate {
    private static final double SMOOTHING = 0.977;

    private final String name;
    private final FairQueues queues;
    private final IdentityHashMap<Ticket, Thread> waiters = new IdentityHashMap<>();
    private final RetryAfter retry = new RetryAfter();
    private volatile PriorityLevel level;
    private volatile int nominal;
    private int lowest;
    private int highest;
    private double smoothed;

    LevelGate(PriorityLevel level, long now) {
        this.name = level.name();
        this.level = level;
        this.queues = new FairQueues(QueuingConfiguration.NONE, 0, now);
    }

    /**
     * Follows its object.
     *
     * @param server seats of all levels
     * @param allShares of all levels
     */
    synchronized void configure(PriorityLevel changed, int server, int allShares, long now) {
        level = changed;
        if (!(changed.limit() instanceof Limit.Limited limited)) return;
        nominal = ConcurrencyAllocation.nominal(server, limited.shares(), allShares);
        lowest = nominal - Math.round(nominal * limited.lendablePercent() / 100f);
        highest = limited.borrowingPercent() < 0
                ? server
                : Math.min(server, nominal + Math.round(nominal * limited.borrowingPercent() / 100f));
        queues.configure(limited.queuing());
        queues.limit(nominal, now, this::wake);
    }

    boolean isExempt() {
        return level.limit() instanceof Limit.Exempt;
    }

    PriorityLevel level() {
        return level;
    }

    int nominal() {
        return nominal;
    }

    /** Whether it has less than its own part: then nobody may turn its requests away. */
    synchronized boolean isBelowNominal() {
        return queues.seatsInUse() < nominal;
    }

    synchronized boolean isWithinNominal() {
        return queues.seatsInUse() <= nominal;
    }

    synchronized LevelSeats seats() {
        return new LevelSeats(name, nominal, lowest, highest, queues.limit(), queues.seatsInUse());
    }

    /** What it asks for in the next round. */
    synchronized ConcurrencyAllocation.Claim claim(long now) {
        var demand = queues.demand(now);
        smoothed = Math.max(demand.envelope(), SMOOTHING * smoothed + (1 - SMOOTHING) * demand.envelope());
        return new ConcurrencyAllocation.Claim(lowest, nominal, highest, demand.highest(), smoothed);
    }

    synchronized void limit(int seats, long now) {
        queues.limit(seats, now, this::wake);
    }

    private void wake(Ticket ticket) {
        LockSupport.unpark(waiters.remove(ticket));
    }

    synchronized int retryAfter(long now) {
        return retry.next(now);
    }

    /** Takes a request in; one that waits is to be awaited. */
    synchronized Ticket arrive(long flow, int width) {
        var ticket = queues.arrive(flow, width, System.nanoTime());
        if (ticket.state() == State.WAITING) waiters.put(ticket, Thread.currentThread());
        return ticket;
    }

    /** Waits until the request may begin or its time is over. */
    State await(Ticket ticket, long endNanos) {
        while (true) {
            synchronized (this) {
                var now = System.nanoTime();
                if (ticket.state() == State.WAITING
                        && (now - endNanos >= 0 || Thread.currentThread().isInterrupted())) {
                    waiters.remove(ticket);
                    queues.withdraw(ticket, now, this::wake);
                }
                if (ticket.state() != State.WAITING) return ticket.state();
            }
            LockSupport.parkNanos(this, Math.max(1, endNanos - System.nanoTime()));
        }
    }

    synchronized void finish(Ticket ticket) {
        queues.finish(ticket, System.nanoTime(), this::wake);
    }
}
