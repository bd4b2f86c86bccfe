package dev.plimsoll.autoscaler;

import dev.plimsoll.autoscaler.admission.Admission;
import dev.plimsoll.autoscaler.admission.Reviews;
import dev.plimsoll.autoscaler.cluster.Cluster;
import dev.plimsoll.autoscaler.observation.Endpoint;
import dev.plimsoll.autoscaler.observation.Health;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.autoscaler.updater.UpdateEvents;
import dev.plimsoll.autoscaler.updater.Updater;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Observer;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.Source;
import dev.plimsoll.client.lease.Candidate;
import dev.plimsoll.client.lease.LeaderElection;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.client.pace.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The vertical pod autoscaler: recommender, updater and admission webhook, together or each alone. */
public final class Autoscaler implements AutoCloseable {
    private static final Duration FIRST_LIST = Duration.ofMinutes(1);

    private final ApiClient client;
    private final Settings settings;
    private final Time time;
    private final RandomGenerator random;
    private final Consumer<String> troubles;
    private final Cluster cluster;
    private final List<Thread> threads = new ArrayList<>();
    private final List<LeaderElection> elections = new ArrayList<>();
    private final Metrics metrics = new Metrics();
    private final Health health;
    private @Nullable Admission admission;
    private @Nullable Endpoint endpoint;

    /** Hears of what goes wrong in {@code troubles}, as text for people. */
    public Autoscaler(
            ApiClient client, Settings settings, Time time, RandomGenerator random, Consumer<String> troubles) {
        this.client = client;
        this.settings = settings;
        this.time = time;
        this.random = random;
        this.troubles = troubles;
        this.health = new Health(time);
        this.cluster = new Cluster(client, new Troubles(), time, random);
    }

    /** Runs once this returns. An API server that does not answer within a minute is an {@link IOException}. */
    public void start() throws IOException, InterruptedException {
        if (!cluster.start(FIRST_LIST)) throw new IOException("the objects of the cluster could not be listed");
        var wanted = settings.admission();
        if (wanted.isPresent()) {
            var reviews = new Reviews(cluster, settings.inPlace(), settings.podLevel(), metrics, time);
            var webhook = new Admission(client, wanted.get(), reviews, time);
            admission = webhook;
            webhook.start();
        }
        settings.recommender().ifPresent(own -> {
            var recommender = new Recommender(client, cluster, own, time);
            loop("recommender", "vpa-recommender-lease", own.interval(), took -> {
                var turn = recommender.turn();
                metrics.recommended(
                        took.get(), turn.aggregates(), cluster.vpas().all());
            });
        });
        settings.updater().ifPresent(own -> {
            var events = new EventRecorder(client, new Source("vpa-updater", ""), time, random);
            threads.add(Thread.ofVirtual().name("autoscaler-events").start(events));
            var updater = new Updater(client, cluster, own, new UpdateEvents(events, metrics), time);
            loop("updater", "vpa-updater", own.interval(), took -> {
                updater.turn();
                metrics.updated(took.get());
            });
        });
        var address = settings.endpoint();
        if (address.isPresent()) endpoint = new Endpoint(address.get(), metrics, health);
    }

    /** Where metrics and health are told, once it runs and is asked to. */
    public Optional<Endpoint> endpoint() {
        return Optional.ofNullable(endpoint);
    }

    /** One round of a loop; asked at its end how long it took. */
    private interface Round {
        void turn(Supplier<Duration> took);
    }

    private void loop(String name, String lease, Duration interval, Round round) {
        var election = settings.candidate().map(identity -> election(lease, identity));
        health.turned(name, interval);
        threads.add(Thread.ofVirtual().name("autoscaler-" + name).start(() -> {
            try {
                while (true) {
                    time.sleep(interval);
                    if (election.isEmpty() || election.get().isLeading()) turn(name, round);
                    health.turned(name, interval);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // closing
            }
        }));
    }

    private LeaderElection election(String lease, String identity) {
        var name = new ObjectName("kube-system", lease);
        var election = new LeaderElection(client, name, identity, LeaseTimes.DEFAULT, new Quiet(), time, random);
        elections.add(election);
        threads.add(Thread.ofVirtual().name("autoscaler-election").start(election));
        return election;
    }

    /** The loops ask before each round whether they lead. */
    private static final class Quiet implements Candidate {
        @Override
        public void elected() {}

        @Override
        public void ousted() {}

        @Override
        public void leaderIs(String identity) {}
    }

    /** A mistake in one round must not end all that follow. */
    private void turn(String name, Round round) {
        var begun = time.nanos();
        try {
            round.turn(() -> Duration.ofNanos(time.nanos() - begun));
        } catch (RuntimeException e) {
            troubles.accept(name + ": " + e);
        }
    }

    private final class Troubles implements Observer {
        @Override
        public void unreadable(ObjectName name, String why) {
            troubles.accept(name + " cannot be read: " + why);
        }

        @Override
        public void trouble(ApiResource resource, String problem) {
            troubles.accept(resource + ": " + problem);
        }

        @Override
        public void defect(RuntimeException exception) {
            troubles.accept(exception.toString());
        }
    }

    @Override
    public void close() {
        if (admission != null) admission.close();
        if (endpoint != null) endpoint.close();
        for (var election : elections) election.close();
        for (var thread : threads) thread.interrupt();
        cluster.close();
    }
}
