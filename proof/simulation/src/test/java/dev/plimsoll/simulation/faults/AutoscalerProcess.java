package dev.plimsoll.simulation.faults;

import dev.plimsoll.autoscaler.Autoscaler;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.admission.ServingIdentity;
import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.TokenBucket;
import dev.plimsoll.core.estimation.update.UpdateRules;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLContext;

/** One of the autoscalers. Those that hold the leases recommend and update; each answers reviews. */
final class AutoscalerProcess extends Part implements Reporter {
    private static final User USER =
            new User("system:serviceaccount:kube-system:plimsoll-autoscaler", "", List.of(User.MASTERS));

    /** A minute of its time is a second of the cluster's. */
    private static final double SPEED = 60;

    private static final Duration LEAST_AGE = Duration.ofMinutes(5);

    private final SimulatedThreads threads;
    private final List<ServerProcess> servers;
    private final Faults faults;
    private final FaultyTransport.ReplyWitness witness;
    private final WebhookNetwork network;

    AutoscalerProcess(
            String name,
            SimulatedThreads threads,
            List<ServerProcess> servers,
            Faults faults,
            FaultyTransport.ReplyWitness witness,
            WebhookNetwork network) {
        super(name, threads);
        this.threads = threads;
        this.servers = servers;
        this.faults = faults;
        this.witness = witness;
        this.network = network;
    }

    @Override
    void run(SimulatedProcess begun) {
        var time = begun.time();
        var transport = new FaultyTransport(begun, USER, servers, faults, witness);
        var client = ApiClient.over(transport, "vpa/plimsoll", TokenBucket.unlimited(time), time);
        var gates = AutoscalerSettings.NEW;
        var usual = UpdaterSettings.DEFAULT.withGates(gates);
        var updater = new UpdaterSettings(
                usual.interval(),
                usual.minReplicas(),
                usual.evictionTolerance(),
                usual.rate(),
                usual.burst(),
                new UpdateRules(
                        usual.rules().leastDifference(),
                        LEAST_AGE,
                        usual.rules().quickOom()),
                usual.skipDisruptionBudget(),
                gates,
                usual.podLevelResize(),
                usual.waitsForAdmission(),
                usual.namespace());
        var settings = new AutoscalerSettings(
                RecommenderSettings.DEFAULT.withGates(gates),
                updater,
                AdmissionSettings.local(InetSocketAddress.createUnresolved(name(), 0), identity(), gates),
                NamespaceFilter.ALL,
                null,
                AutoscalerSettings.Election.usual(begun.name()));
        var context = new ProgramContext(time, new Random(begun.name().hashCode()), this);
        var autoscaler =
                new Autoscaler(client, client, settings, Pace.faster(time, SPEED, SimulatedTime.START), context);
        try {
            autoscaler.listeningBy(network.listener(name(), begun)).start();
        } catch (IOException _) {
            begun.end(); // somebody starts it again
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static ServingIdentity identity() {
        try {
            return ServingIdentity.of(
                    SSLContext.getDefault(),
                    Pem.of(ServerProcess.PKI.authority().certificate()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void tell(String problem) {}

    @Override
    public void defect(String where, RuntimeException exception) {
        threads.defect(name() + ", " + where + ": " + FaultyCluster.text(exception));
    }
}
