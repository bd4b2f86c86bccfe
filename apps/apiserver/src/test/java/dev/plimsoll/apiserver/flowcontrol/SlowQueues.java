package dev.plimsoll.apiserver.flowcontrol;

import dev.plimsoll.apiserver.flowcontrol.FairQueues.State;
import dev.plimsoll.kinds.flowcontrol.QueuingConfiguration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The twin of {@link FairQueues}: keeps nothing but the list of requests and computes everything from it each time. Its virtual time and
 * the starts of its queues are sums over what happened.
 */
final class SlowQueues {
    private final QueuingConfiguration settings;
    private final List<Asked> all = new ArrayList<>();
    private int limit;
    private long now;
    private long virtualTime;
    private int lastServed;
    /** What each queue has been charged, and since when: changes of its next start, in their order. */
    private final long[] nextStart;

    private static final class Asked {
        private final int queue;
        private final int width;
        private final long arrived;
        private State state;
        private long began;

        private Asked(int queue, int width, long arrived, State state) {
            this.queue = queue;
            this.width = width;
            this.arrived = arrived;
            this.state = state;
        }
    }

    SlowQueues(QueuingConfiguration settings, int limit) {
        this.settings = settings;
        this.limit = limit;
        this.nextStart = new long[settings.queues()];
    }

    List<State> states() {
        return all.stream().map(each -> each.state).toList();
    }

    int seatsInUse() {
        return seats(-1, State.EXECUTING);
    }

    private int seats(int queue, State state) {
        return all.stream()
                .filter(each -> (queue < 0 || each.queue == queue) && each.state == state)
                .mapToInt(each -> each.width)
                .sum();
    }

    private boolean isActive(int queue) {
        return seats(queue, State.EXECUTING) + seats(queue, State.WAITING) > 0;
    }

    private void pass(long time) {
        var active = new HashSet<Integer>();
        for (var i = 0; i < settings.queues(); i++) if (isActive(i)) active.add(i);
        var wanted = seats(-1, State.EXECUTING) + seats(-1, State.WAITING);
        if (!active.isEmpty()) virtualTime += (time - now) * Math.min(wanted, limit) / active.size();
        now = time;
    }

    void arrive(long flow, int width, long time) {
        pass(time);
        var queue = hand(flow).stream()
                .min(Comparator.comparingInt(each -> seats(each, State.EXECUTING) + seats(each, State.WAITING)))
                .orElseThrow();
        var length = all.stream()
                .filter(each -> each.queue == queue && each.state == State.WAITING)
                .count();
        var isFull = length >= settings.queueLength() && seatsInUse() >= limit;
        if (!isFull && !isActive(queue)) nextStart[queue] = virtualTime;
        all.add(new Asked(queue, width, virtualTime, isFull ? State.QUEUE_FULL : State.WAITING));
        // Whoever waits already had no room; the newcomer goes only if nobody waits.
        if (all.stream().filter(each -> each.state == State.WAITING).count() == 1 && !isFull) dispatch();
    }

    /** Cards from a deck from which each is taken out, in the order of their numbers. */
    private List<Integer> hand(long flow) {
        var deck = new ArrayList<Integer>();
        for (var i = 0; i < settings.queues(); i++) deck.add(i);
        var hand = new ArrayList<Integer>();
        var left = flow & Long.MAX_VALUE;
        for (var i = 0; i < settings.handSize(); i++) {
            hand.add(deck.remove(/* index */ (int) (left % deck.size())));
            left /= deck.size() + 1;
        }
        hand.sort(Comparator.naturalOrder());
        return hand;
    }

    void finish(int index, long time) {
        pass(time);
        var asked = all.get(index);
        asked.state = State.DONE;
        nextStart[asked.queue] += asked.width * (time - asked.began - FairQueues.ESTIMATE);
        dispatch();
    }

    void withdraw(int index, long time) {
        pass(time);
        all.get(index).state = State.WITHDRAWN;
        dispatch();
    }

    void limit(int seats, long time) {
        pass(time);
        limit = seats;
        dispatch();
    }

    private Optional<Asked> head(int queue) {
        return all.stream()
                .filter(each -> each.queue == queue && each.state == State.WAITING)
                .findFirst();
    }

    private long end(Asked asked) {
        return Math.max(nextStart[asked.queue], asked.arrived) + asked.width * FairQueues.ESTIMATE;
    }

    private void dispatch() {
        while (true) {
            var heads = new ArrayList<Asked>();
            for (var i = 1; i <= settings.queues(); i++)
                head((lastServed + i) % settings.queues()).ifPresent(heads::add);
            var chosen = heads.stream().min(Comparator.comparingLong(this::end));
            if (chosen.isEmpty() || !hasRoom(chosen.get().width)) return;
            var next = chosen.get();
            nextStart[next.queue] = end(next);
            next.state = State.EXECUTING;
            next.began = now;
            lastServed = next.queue;
        }
    }

    private boolean hasRoom(int width) {
        return width > limit ? seatsInUse() == 0 && limit > 0 : seatsInUse() + width <= limit;
    }
}
