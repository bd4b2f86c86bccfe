package dev.plimsoll.integration.autoscaler;

import dev.plimsoll.apiserver.tls.Authority;
import dev.plimsoll.autoscaler.Autoscaler;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.admission.ServingIdentity;
import dev.plimsoll.autoscaler.cluster.NamespaceFilter;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.autoscaler.recommender.RecommenderSettings;
import dev.plimsoll.autoscaler.updater.UpdaterSettings;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.runtime.Reporter;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The three programs of the autoscaler, each of which can be killed and started again. */
final class Programs implements AutoCloseable {
    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final char[] PASSWORD = "test".toCharArray();

    enum Part {
        RECOMMENDER,
        UPDATER,
        ADMISSION
    }

    private final ApiClient client;
    private final Pace pace;
    private final Authority authority = Authority.create("webhook-ca", Instant.now());
    private final Map<Part, Autoscaler> running = new EnumMap<>(Part.class);
    final Queue<String> errors = new ConcurrentLinkedQueue<>();

    Programs(ApiClient client, Pace pace) {
        this.client = client;
        this.pace = pace;
    }

    void start(Part part) throws IOException, InterruptedException {
        var settings = switch (part) {
            case RECOMMENDER ->
                new AutoscalerSettings(
                        RecommenderSettings.DEFAULT.withGates(AutoscalerSettings.NEW),
                        null,
                        null,
                        NamespaceFilter.ALL,
                        null,
                        null);
            case UPDATER ->
                new AutoscalerSettings(
                        null,
                        UpdaterSettings.DEFAULT.withGates(AutoscalerSettings.NEW),
                        null,
                        NamespaceFilter.ALL,
                        null,
                        null);
            case ADMISSION -> new AutoscalerSettings(null, null, admission(), NamespaceFilter.ALL, null, null);
        };
        var autoscaler = new Autoscaler(
                client, client, settings, pace, new ProgramContext(pace.real(), new Random(1), new Troubles()));
        autoscaler.start();
        running.put(part, autoscaler);
    }

    void kill(Part part) {
        var autoscaler = running.remove(part);
        if (autoscaler != null) autoscaler.close();
    }

    void restart(Part part) throws IOException, InterruptedException {
        kill(part);
        start(part);
    }

    private AdmissionSettings admission() {
        return AdmissionSettings.local(
                new InetSocketAddress(HERE, 0), identity(authority, authority), AutoscalerSettings.NEW);
    }

    /** A certificate of one authority, while API servers are told of another. */
    static ServingIdentity identity(Authority authority, Authority told) {
        try {
            var identity = authority.server("webhook", List.of("localhost"), List.of(HERE), Instant.now());
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(authority.keyStore(identity, new String(PASSWORD)), PASSWORD);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return ServingIdentity.of(context, Pem.of(told.certificate()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        for (var part : Part.values()) kill(part);
    }

    private final class Troubles implements Reporter {
        @Override
        public void tell(String problem) {
            errors.add(problem);
        }

        @Override
        public void defect(String where, RuntimeException exception) {
            errors.add(where + ": " + exception);
        }
    }
}
