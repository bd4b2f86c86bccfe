package dev.plimsoll.autoscaler;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.autoscaler.admission.AdmissionReviews;
import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.admission.ServingIdentity;
import dev.plimsoll.autoscaler.observation.Metrics;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.recommender.Recommender;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.updater.Actions;
import dev.plimsoll.autoscaler.updater.Updater;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.pace.Time;
import dev.plimsoll.runtime.ErrorReporter;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.tls.Pem;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The parts of the autoscaler over one cluster, as tests drive them: round by round, review by review. */
record Parts(TestCluster cluster) {
    static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    /** With everything that is new; checkpoints are written in each round. */
    static final RecommenderSettings LEARNING = RecommenderSettings.DEFAULT
            .withGates(AutoscalerSettings.NEW)
            .withIntervals(Duration.ofSeconds(1), Duration.ZERO);
    /** With everything that is new, whether or not there is a webhook. */
    static final UpdaterSettings UPDATING =
            UpdaterSettings.DEFAULT.withGates(AutoscalerSettings.NEW).withoutAdmission();

    private static final char[] PASSWORD = "test".toCharArray();

    private static void fail(String problem) {
        throw new AssertionError(problem);
    }

    Recommender recommender(RecommenderSettings settings) {
        return recommender(cluster.client, settings, new Metrics(), Parts::fail);
    }

    Recommender recommender(ApiClient client, RecommenderSettings settings, Metrics metrics, ErrorReporter troubles) {
        return new Recommender(
                client, cluster.cluster, settings, Pace.usual(Time.system()), metrics.recommender(), troubles);
    }

    Recommender recommender(ApiClient client, RecommenderSettings settings) {
        return recommender(client, settings, new Metrics(), Parts::fail);
    }

    Updater updater(Actions.Listener listener) {
        return updater(cluster.client, UPDATING, listener);
    }

    Updater updater(ApiClient client, UpdaterSettings settings, Actions.Listener listener) {
        return new Updater(
                client,
                cluster.cluster,
                settings,
                listener,
                Pace.usual(Time.system()),
                new Random(4),
                new Metrics().updater());
    }

    AdmissionReviews reviews(AdmissionSettings settings) {
        return reviews(settings, Time.system());
    }

    AdmissionReviews reviews(AdmissionSettings settings, Time time) {
        return new AdmissionReviews(
                cluster.client, cluster.cluster, settings, new Metrics().admission(), time, Parts::fail);
    }

    /** A webhook at any port that is free. */
    static AdmissionSettings admission(ServingIdentity identity) {
        return AdmissionSettings.local(new InetSocketAddress(HERE, 0), identity, AutoscalerSettings.NEW);
    }

    /** One that is only asked in this process. */
    static AdmissionSettings admission() throws GeneralSecurityException {
        return admission(ServingIdentity.of(SSLContext.getDefault(), ""));
    }

    static ServingIdentity identity(Authority authority) throws GeneralSecurityException {
        var own = authority.server("webhook", List.of("localhost"), List.of(HERE), Instant.now());
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(authority.keyStore(own, new String(PASSWORD)), PASSWORD);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return ServingIdentity.of(context, Pem.of(authority.certificate()));
    }

    /** Of a whole program whose problems somebody hears. */
    static ProgramContext context(ErrorReporter troubles) {
        return ProgramContext.system(new Reporter() {
            @Override
            public void tell(String problem) {
                troubles.tell(problem);
            }

            @Override
            public void defect(String where, RuntimeException exception) {
                troubles.tell(where + ": " + exception);
            }
        });
    }
}
