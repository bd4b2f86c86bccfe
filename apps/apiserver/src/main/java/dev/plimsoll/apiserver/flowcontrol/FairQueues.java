package dev.plimsoll.apiserver.flowcontrol;

import dev.plimsoll.kinds.flowcontrol.QueuingConfiguration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests of a level are answered, wait or are turned away. Knows no clock and no threads, and has one owner.
 *
 * <p>Goals: no flow can keep another from its part, whatever it sends; nobody waits while there are seats.
 *
 * <p>Each flow is dealt a few of the queues, always the same, and uses the emptiest of them. Queues take turns as if each were
 * answered by an equal part of the seats at the same time (fair queuing): virtual time runs as fast as one queue would be served
 * then, each queue knows at which virtual time its next request would begin, and the request goes first that would end first. How
 * long a request takes is guessed when it begins and put right when it ends. KEP-1040, "Fair queuing for server requests".
 */
final class FairQueues {
    /** What a request is thought to take, in nanoseconds. */
    static final long ESTIMATE = 3_000_000;

    private QueuingConfiguration settings;
    private int limit;
    private @Nullable Queue[] queues;
    /** Cards of the hand that is dealt, sorted; kept so that dealing makes no garbage. */
    private int[] hand;

    private long now;
    private long virtualTime;
    private int seatsInUse;
    private int seatsWaiting;
    private int waiting;
    private int activeQueues;
    private int lastServed;

    private final SeatDemand demand = new SeatDemand();

    /** What becomes of a request. */
    enum State {
        WAITING,
        EXECUTING,
        /** As many wait in its queue as may. */
        QUEUE_FULL,
        /** There is no seat and no queue. */
        NO_SEAT,
        WITHDRAWN,
        DONE
    }

    /** A request, from its arrival to its end. */
    static final class Ticket {
        private final int width;
        private final @Nullable Queue queue;
        private final long arrivedVirtually;
        private long began;
        private State state;

        private Ticket(int width, @Nullable Queue queue, long arrivedVirtually, State state) {
            this.width = width;
            this.queue = queue;
            this.arrivedVirtually = arrivedVirtually;
            this.state = state;
        }

        State state() {
            return state;
        }

        int width() {
            return width;
        }

        long began() {
            return began;
        }
    }

    private static final class Queue {
        private final int index;
        private final ArrayDeque<Ticket> waiting = new ArrayDeque<>(2);
        private int seatsWaiting;
        private int seatsInUse;
        private int executing;
        private long nextStart;

        private Queue(int index) {
            this.index = index;
        }

        private boolean isIdle() {
            return executing == 0 && waiting.isEmpty();
        }

        /** When its next request would end, in virtual time. */
        private long finish(Ticket next) {
            return Math.max(nextStart, next.arrivedVirtually) + next.width * ESTIMATE;
        }
    }

    FairQueues(QueuingConfiguration settings, int limit, long now) {
        this.settings = settings;
        this.limit = limit;
        this.queues = new Queue[settings.queues()];
        this.hand = new int[settings.handSize()];
        this.now = now;
    }

    /**
     * Takes a request in.
     *
     * @param flow those of one flow have the same
     * @param width seats that it takes
     */
    Ticket arrive(long flow, int width, long at) {
        advance(at);
        if (settings.queues() == 0) {
            var ticket = new Ticket(width, null, virtualTime, State.NO_SEAT);
            if (fits(width)) begin(ticket);
            return ticket;
        }
        var queue = emptiest(flow);
        if (queue.waiting.size() >= settings.queueLength() && seatsInUse >= limit)
            return new Ticket(width, queue, virtualTime, State.QUEUE_FULL);
        if (queue.isIdle()) {
            activeQueues++;
            queue.nextStart = virtualTime;
        }
        var ticket = new Ticket(width, queue, virtualTime, State.WAITING);
        if (waiting == 0 && fits(width)) {
            begin(ticket);
            return ticket;
        }
        queue.waiting.add(ticket);
        queue.seatsWaiting += width;
        seatsWaiting += width;
        waiting++;
        return ticket;
    }

    /** Ends a request that was answered, and begins those that now can be: they are shown to {@code begun}. */
    void finish(Ticket ticket, long at, Consumer<Ticket> begun) {
        if (ticket.state != State.EXECUTING) throw new IllegalStateException("it is " + ticket.state);
        advance(at);
        ticket.state = State.DONE;
        seatsInUse -= ticket.width;
        var queue = ticket.queue;
        if (queue != null) {
            queue.executing--;
            queue.seatsInUse -= ticket.width;
            queue.nextStart += ticket.width * (at - ticket.began - ESTIMATE);
            if (queue.isIdle()) activeQueues--;
        }
        dispatch(begun);
    }

    /** Takes back a request that waits; does nothing if it waits no more. */
    void withdraw(Ticket ticket, long at, Consumer<Ticket> begun) {
        var queue = ticket.queue;
        if (ticket.state != State.WAITING || queue == null) return;
        advance(at);
        ticket.state = State.WITHDRAWN;
        queue.waiting.remove(ticket);
        left(queue, ticket);
        if (queue.isIdle()) activeQueues--;
        dispatch(begun);
    }

    private void left(Queue queue, Ticket ticket) {
        queue.seatsWaiting -= ticket.width;
        seatsWaiting -= ticket.width;
        waiting--;
    }

    /** Gives the level more or fewer seats; who has one keeps it. */
    void limit(int seats, long at, Consumer<Ticket> begun) {
        advance(at);
        limit = seats;
        dispatch(begun);
    }

    /** Changes the queues. Who waits in one that is no longer dealt is answered in turn all the same. */
    void configure(QueuingConfiguration changed) {
        settings = changed;
        if (queues.length < changed.queues()) queues = Arrays.copyOf(queues, changed.queues());
        if (hand.length < changed.handSize()) hand = new int[changed.handSize()];
    }

    int limit() {
        return limit;
    }

    int seatsInUse() {
        return seatsInUse;
    }

    int waiting() {
        return waiting;
    }

    long virtualTime() {
        return virtualTime;
    }

    /** What was wanted since this was last asked. */
    SeatDemand.Summary demand(long at) {
        advance(at);
        return demand.summary(seatsInUse + seatsWaiting);
    }

    private void advance(long at) {
        var passed = at - now;
        if (passed <= 0) return;
        now = at;
        var wanted = seatsInUse + seatsWaiting;
        demand.passed(wanted, passed);
        if (activeQueues > 0) virtualTime += passed * Math.min(wanted, limit) / activeQueues;
    }

    /** A request that wants more than there is gets in when nobody else is. */
    private boolean fits(int width) {
        return width > limit ? seatsInUse == 0 && limit > 0 : seatsInUse + width <= limit;
    }

    private void begin(Ticket ticket) {
        ticket.state = State.EXECUTING;
        ticket.began = now;
        seatsInUse += ticket.width;
        demand.reached(seatsInUse + seatsWaiting);
        var queue = ticket.queue;
        if (queue == null) return;
        lastServed = queue.index;
        queue.nextStart = queue.finish(ticket);
        queue.executing++;
        queue.seatsInUse += ticket.width;
    }

    private void dispatch(Consumer<Ticket> begun) {
        demand.reached(seatsInUse + seatsWaiting);
        while (waiting > 0) {
            var chosen = next();
            var queue = queues[chosen];
            if (queue == null) return;
            var ticket = queue.waiting.peek();
            if (ticket == null || !fits(ticket.width)) return;
            queue.waiting.remove();
            left(queue, ticket);
            begin(ticket);
            begun.accept(ticket);
        }
    }

    /** The queue whose next request would end first; of equals the first after the one that was served last. */
    private int next() {
        var best = -1;
        var bestFinish = Long.MAX_VALUE;
        for (var i = 1; i <= queues.length; i++) {
            var index = (lastServed + i) % queues.length;
            var queue = queues[index];
            var ticket = queue == null ? null : queue.waiting.peek();
            if (queue == null || ticket == null) continue;
            var finish = queue.finish(ticket);
            if (best < 0 || finish < bestFinish) {
                best = index;
                bestFinish = finish;
            }
        }
        return Math.max(0, best);
    }

    private Queue emptiest(long flow) {
        ShuffleSharder.deal(flow, settings.queues(), settings.handSize(), hand);
        Queue best = null;
        for (var i = 0; i < settings.handSize(); i++) {
            var known = queues[hand[i]];
            if (known == null) {
                known = new Queue(hand[i]);
                queues[hand[i]] = known;
            }
            if (best == null || known.seatsWaiting + known.seatsInUse < best.seatsWaiting + best.seatsInUse)
                best = known;
            if (best.isIdle()) return best;
        }
        if (best == null) throw new IllegalStateException("no queue in a hand of " + settings.handSize());
        return best;
    }
}
