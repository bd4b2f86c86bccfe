package dev.plimsoll.apiserver.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.apiserver.flowcontrol.FairQueues.State;
import dev.plimsoll.apiserver.flowcontrol.FairQueues.Ticket;
import dev.plimsoll.kinds.flowcontrol.QueuingConfiguration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// Acceptance of Kubernetes clients: fairness
/** Which request of a level goes next: examples, and the same decisions as a twin that looks at its whole history each time. */
class FairQueuesTest {
    private static final QueuingConfiguration QUEUES = new QueuingConfiguration(8, 3, 10);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theTwinDecidesTheSame(long seed) {
        var random = new Random(seed);
        var settings = new QueuingConfiguration(1 + random.nextInt(6), 3, 1 + random.nextInt(5));
        var limit = 1 + random.nextInt(6);
        var queues = new FairQueues(settings, limit, 0);
        var twin = new SlowQueues(settings, limit);
        var tickets = new ArrayList<Ticket>();
        var time = 0L;
        for (var step = 0; step < 400; step++) {
            time += random.nextInt(5_000_000);
            var open = indexes(tickets, State.EXECUTING);
            var waiting = indexes(tickets, State.WAITING);
            var choice = random.nextInt(10);
            if (choice < 5 || (open.isEmpty() && waiting.isEmpty())) {
                var flow = random.nextInt(5) * 7_919L;
                var width = 1 + random.nextInt(3);
                tickets.add(queues.arrive(flow, width, time));
                twin.arrive(flow, width, time);
            } else if (choice < 8 && !open.isEmpty()) {
                var index = open.get(random.nextInt(open.size()));
                queues.finish(tickets.get(index), time, _ -> {});
                twin.finish(index, time);
            } else if (choice == 8 && !waiting.isEmpty()) {
                var index = waiting.get(random.nextInt(waiting.size()));
                queues.withdraw(tickets.get(index), time, _ -> {});
                twin.withdraw(index, time);
            } else {
                limit = random.nextInt(7);
                queues.limit(limit, time, _ -> {});
                twin.limit(limit, time);
            }
            assertThat(tickets.stream().map(Ticket::state).toList())
                    .as("step %d", step)
                    .isEqualTo(twin.states());
            assertThat(queues.seatsInUse()).isEqualTo(twin.seatsInUse());
        }
    }

    private static List<Integer> indexes(List<Ticket> tickets, State state) {
        var found = new ArrayList<Integer>();
        for (var i = 0; i < tickets.size(); i++) if (tickets.get(i).state() == state) found.add(i);
        return found;
    }

    @Test
    void aFlowThatSendsMuchDoesNotHoldUpOneThatSendsLittle() {
        var queues = new FairQueues(new QueuingConfiguration(64, 6, 50), 4, 0);
        var noisy = new ArrayList<Ticket>();
        for (var i = 0; i < 200; i++) noisy.add(queues.arrive(1, 1, 0));
        var quiet = queues.arrive(9_999_999_999L, 1, 1000);
        assertThat(quiet.state()).isEqualTo(State.WAITING);
        var now = 1000L;
        var ended = 0;
        while (quiet.state() == State.WAITING) {
            now += FairQueues.ESTIMATE;
            for (var ticket : List.copyOf(noisy)) {
                if (ticket.state() != State.EXECUTING) continue;
                queues.finish(ticket, now, _ -> {});
                ended++;
                break;
            }
        }
        assertThat(ended)
                .as("the noisy flow has six queues, the quiet one is next in turn")
                .isLessThanOrEqualTo(8);
    }

    @Test
    void nobodyWaitsWhileThereAreSeatsAndAFullQueueTurnsAway() {
        var queues = new FairQueues(new QueuingConfiguration(1, 1, 2), 2, 0);
        var first = queues.arrive(1, 1, 0);
        assertThat(first.state()).isEqualTo(State.EXECUTING);
        assertThat(queues.arrive(1, 1, 0).state()).isEqualTo(State.EXECUTING);
        var third = queues.arrive(1, 1, 0);
        assertThat(third.state()).isEqualTo(State.WAITING);
        assertThat(queues.arrive(1, 1, 0).state()).isEqualTo(State.WAITING);
        assertThat(queues.arrive(1, 1, 0).state()).isEqualTo(State.QUEUE_FULL);
        var begun = new ArrayList<Ticket>();
        queues.finish(first, 10, begun::add);
        assertThat(begun).containsExactly(third);
    }

    @Test
    void withoutQueuesWhoFindsNoSeatIsTurnedAway() {
        var queues = new FairQueues(QueuingConfiguration.NONE, 1, 0);
        var first = queues.arrive(1, 1, 0);
        assertThat(queues.arrive(2, 1, 0).state()).isEqualTo(State.NO_SEAT);
        queues.finish(first, 1, _ -> {});
        assertThat(queues.arrive(2, 1, 2).state()).isEqualTo(State.EXECUTING);
    }

    @Test
    void aRequestWiderThanTheLevelGetsInAlone() {
        var queues = new FairQueues(QUEUES, 2, 0);
        var small = queues.arrive(1, 1, 0);
        var wide = queues.arrive(2, 5, 0);
        assertThat(wide.state()).isEqualTo(State.WAITING);
        queues.finish(small, 1, _ -> {});
        assertThat(wide.state()).isEqualTo(State.EXECUTING);
        assertThat(queues.arrive(1, 1, 2).state()).isEqualTo(State.WAITING);
    }

    @Test
    void queuesThatAreNoLongerDealtAreEmptied() {
        var queues = new FairQueues(new QueuingConfiguration(64, 1, 50), 1, 0);
        var first = queues.arrive(1, 1, 0);
        var waiting = new ArrayList<Ticket>();
        for (var flow = 2; flow < 40; flow++) waiting.add(queues.arrive(flow * 31L, 1, flow));
        queues.configure(new QueuingConfiguration(2, 1, 50));
        queues.limit(100, 50, _ -> {});
        assertThat(waiting).allMatch(ticket -> ticket.state() == State.EXECUTING);
        queues.finish(first, 60, _ -> {});
        for (var ticket : waiting) queues.finish(ticket, 70, _ -> {});
        assertThat(queues.seatsInUse()).isZero();
    }

    @Test
    void aHandHasNoCardTwiceAndAllCardsAreDealt() {
        var random = new Random(1);
        var dealt = new HashSet<Integer>();
        for (var i = 0; i < 2000; i++) {
            var hand = new int[6];
            ShuffleSharder.deal(random.nextLong(), 64, 6, hand);
            var cards = new HashSet<Integer>();
            for (var card : hand) {
                assertThat(card).isBetween(0, 63);
                cards.add(card);
            }
            assertThat(cards).hasSize(6);
            dealt.addAll(cards);
        }
        assertThat(dealt).hasSize(64);
    }
}
