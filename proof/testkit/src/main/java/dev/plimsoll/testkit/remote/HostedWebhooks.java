package dev.plimsoll.testkit.remote;

import dev.plimsoll.testkit.cluster.TestCluster;
import dev.plimsoll.testkit.cluster.WebhookRegistrations;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Webhook servers in the process of a test. The cluster signs their certificates and asks them. */
final class HostedWebhooks {
    private final TestCluster cluster;
    private final Map<String, WebhookRegistrations> open = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    HostedWebhooks(TestCluster cluster) {
        this.cluster = cluster;
    }

    /** Its number, its key with the certificate, and the certificate of who signed that. */
    List<String> open(String password) {
        var registrations = cluster.webhookRegistrations();
        var number = Long.toString(numbers.incrementAndGet());
        open.put(number, registrations);
        return List.of(
                number,
                Base64.getEncoder().encodeToString(registrations.keyStore(password)),
                registrations.authority());
    }

    /** Number, type, address, group, version, resource and operations. */
    List<String> register(List<String> given) {
        var registrations = open.get(given.getFirst());
        if (registrations == null) throw new IllegalStateException("the webhook is closed");
        registrations.register(
                given.get(1),
                URI.create(given.get(2)),
                given.get(3),
                given.get(4),
                given.get(5),
                given.subList(6, given.size()));
        return List.of();
    }

    List<String> close(String number) {
        var registrations = open.remove(number);
        if (registrations != null) registrations.close();
        return List.of();
    }
}
