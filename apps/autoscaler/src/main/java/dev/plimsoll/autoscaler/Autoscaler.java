package dev.plimsoll.autoscaler;

import dev.plimsoll.autoscaler.admission.AdmissionController;
import dev.plimsoll.autoscaler.admission.AdmissionReviews;
import dev.plimsoll.autoscaler.admission.WebhookListener;
import dev.plimsoll.autoscaler.cluster.ClusterState;
import dev.plimsoll.autoscaler.cluster.DefinitionCheck;
import dev.plimsoll.autoscaler.observation.AutoscalerPages;
import dev.plimsoll.autoscaler.observation.Health;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.autoscaler.updater.UpdateEvents;
import dev.plimsoll.autoscaler.updater.Updater;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.events.EventRecorder;
import dev.plimsoll.client.events.EventSource;
import dev.plimsoll.client.lease.ElectionCandidate;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.runtime.LeaderReport;
import dev.plimsoll.runtime.Leadership;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.http.HttpService;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The vertical pod autoscaler: recommender, updater and admission webhook, together or each alone. */
public final class Autoscaler implements AutoCloseable {
    private static final Duration FIRST_LIST = Duration.ofMinutes(1);

    private final Clients clients;
    private final ApiClient leases;
    private final AutoscalerSettings settings;
    private final Pace pace;
    private final ProgramContext context;
    private final ClusterState cluster;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Leadership> elections = new ArrayList<>();
    private final Metrics metrics;
    private final Health health;
    private WebhookListener listener = WebhookListener.HTTPS;
    private @Nullable AdmissionController admission;
    private @Nullable Recommender recommender;
    private @Nullable HttpService endpoint;
    private @Nullable LeaderReport leaders;

    /**
     * The way of each part to the API; they may be different users there.
     *
     * @param recommender also follows the objects that all parts look at
     */
    public record Clients(ApiClient recommender, ApiClient updater, ApiClient admission) {}

    /**
     * All parts in one process with one identity.
     *
     * @param leases a client for leases, which must not wait behind everything else that is sent
     * @param pace of the context's time
     */
    public Autoscaler(
            ApiClient client, ApiClient leases, AutoscalerSettings settings, Pace pace, ProgramContext context) {
        this(new Clients(client, client, leases), leases, settings, pace, context);
    }

    /** Each part as somebody of its own. */
    public Autoscaler(Clients clients, AutoscalerSettings settings, Pace pace, ProgramContext context) {
        this(clients, clients.recommender(), settings, pace, context);
    }

    private Autoscaler(
            Clients clients, ApiClient leases, AutoscalerSettings settings, Pace pace, ProgramContext context) {
        this.clients = clients;
        this.leases = leases;
        this.settings = settings;
        this.pace = pace;
        this.context = context;
        this.metrics = new Metrics(context.registry());
        this.health = new Health(pace.own());
        this.cluster = new ClusterState(
                clients.recommender(), settings.interest(), context.reporter(), pace.real(), context.random());
    }

    /** Has API servers reach the webhook in another way; before it starts. */
    public Autoscaler listeningBy(WebhookListener changed) {
        listener = changed;
        return this;
    }

    /** Runs once this returns. An API server that does not answer within a minute is an {@link IOException}. */
    public void start() throws IOException, InterruptedException {
        var isServing = settings.admission().isPresent() && listener.equals(WebhookListener.HTTPS);
        if (isServing || settings.endpoint().isPresent()) HttpService.prepare();
        if (settings.isPodLevel()) {
            var problem = new DefinitionCheck(clients.recommender())
                    .run(FIRST_LIST, pace.real(), context.random())
                    .problem();
            if (!problem.isEmpty()) throw new IOException(problem);
        }
        if (!cluster.start(FIRST_LIST)) throw new IOException("the objects of the cluster could not be listed");
        var wanted = settings.admission();
        if (wanted.isPresent()) {
            var reviews = new AdmissionReviews(
                    clients.admission(), cluster, wanted.get(), metrics.admission(), pace.real(), context.reporter());
            var webhook = new AdmissionController(clients.admission(), wanted.get(), reviews, listener, pace.real());
            admission = webhook;
            webhook.start();
        }
        settings.recommender().ifPresent(own -> {
            var loop = new Recommender(
                    clients.recommender(), cluster, own, pace, metrics.recommender(), context.reporter());
            recommender = loop;
            loop(
                    "recommender",
                    settings.election().map(AutoscalerSettings.Election::recommender),
                    own.rhythm().round(),
                    loop::runOnce);
        });
        settings.updater().ifPresent(own -> {
            var events = new EventRecorder(
                    clients.updater(), new EventSource("vpa-updater", ""), pace.real(), context.random());
            threads.add(ComponentThreads.named("autoscaler-events").start(events));
            var loop = new Updater(
                    clients.updater(),
                    cluster,
                    own,
                    new UpdateEvents(events, metrics.updater()),
                    pace,
                    context.random(),
                    metrics.updater());
            loop(
                    "updater",
                    settings.election().map(AutoscalerSettings.Election::updater),
                    own.interval(),
                    loop::runOnce);
        });
        var address = settings.endpoint();
        if (address.isPresent()) {
            endpoint = HttpService.start("autoscaler-http", address.get(), null, AutoscalerPages.of(metrics, health));
        }
    }

    /** Where metrics and health are told, once it runs and is asked to. */
    public Optional<HttpService> endpoint() {
        return Optional.ofNullable(endpoint);
    }

    /** Where API servers call the webhook, once it runs and is asked to. */
    public Optional<Integer> webhookPort() {
        return Optional.ofNullable(admission).map(AdmissionController::port);
    }

    private void loop(String name, Optional<String> lease, Duration interval, Runnable round) {
        var election = lease.map(this::election);
        health.turned(name, interval);
        threads.add(ComponentThreads.named("autoscaler-" + name).start(() -> {
            try {
                while (true) {
                    pace.own().sleep(interval);
                    if (election.isEmpty() || election.get().getAsBoolean()) runOnce(name, round);
                    health.turned(name, interval);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // closing
            }
        }));
    }

    private Leadership election(String lease) {
        var own = settings.election().orElseThrow();
        var claim = new Leadership.Claim(new ObjectName(own.namespace(), lease), own.identity(), own.times());
        if (leaders == null) leaders = new LeaderReport(context);
        var election =
                Leadership.byLease("autoscaler", leases, claim, new Quiet(), leaders, pace.real(), context.random());
        elections.add(election);
        election.start();
        return election;
    }

    /** The loops ask before each round whether they lead. */
    private static final class Quiet implements ElectionCandidate {
        @Override
        public void elected() {}

        @Override
        public void ousted() {}

        @Override
        public void leaderIs(String identity) {}
    }

    /** A mistake in one round must not end all that follow. */
    private void runOnce(String name, Runnable round) {
        try {
            round.run();
        } catch (RuntimeException e) {
            context.reporter().defect(name, e);
        }
    }

    @Override
    public void close() {
        if (admission != null) admission.close();
        if (endpoint != null) endpoint.close();
        for (var election : elections) election.close();
        for (var thread : threads) thread.interrupt();
        if (recommender != null) recommender.close();
        cluster.close();
    }
}
