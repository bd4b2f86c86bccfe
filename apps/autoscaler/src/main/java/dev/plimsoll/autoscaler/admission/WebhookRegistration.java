package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.admission.AdmissionSettings.Registering;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.updater.AdmissionLease;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.objects.admission.MutatingWebhookConfigurationDraft;
import dev.plimsoll.objects.node.LeaseDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tells API servers of the webhook, and the updater that it is there. */
final class WebhookRegistration {
    private static final String NAME = "vpa-webhook-config";
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final ApiClient client;
    private final AdmissionSettings settings;
    private final Registering registering;

    WebhookRegistration(ApiClient client, AdmissionSettings settings) {
        this.client = client;
        this.settings = settings;
        this.registering = settings.registering();
    }

    /** Whether API servers know of it now. What was registered before is changed in place, so that no pod slips through. */
    boolean register(int port) {
        if (!registering.isWanted()) return true;
        var wanted = configuration(port);
        var outcome = client.create(AutoscalerResources.WEBHOOKS, wanted.document());
        if (outcome instanceof RequestResult.Conflict<ObjectNode>) {
            outcome = client.patch(AutoscalerResources.WEBHOOKS, ObjectName.ofCluster(NAME), wanted.webhooksPatch());
        }
        return outcome.done().isPresent();
    }

    private MutatingWebhookConfigurationDraft configuration(int port) {
        var configuration = new MutatingWebhookConfigurationDraft(NAME);
        configuration.metadata().labels(new TreeMap<>(registering.labels()));
        var hook = configuration
                .webhook("vpa.k8s.io")
                .timeoutSeconds(registering.timeoutSeconds())
                .failsClosed(registering.failurePolicyFail())
                .caBundle(settings.tls().caBundle())
                .rule("", "v1", "pods", List.of("CREATE"))
                .rule("autoscaling.k8s.io", "*", "verticalpodautoscalers", List.of("CREATE", "UPDATE"));
        if (registering.url().isEmpty()) {
            hook.service(registering.serviceNamespace(), registering.service(), registering.port());
        } else {
            hook.url(registering.url().replace(":0", ":" + port));
        }
        // Pods of namespaces that do not count are not sent.
        var namespaces = registering.namespaces();
        if (!namespaces.only().isEmpty()) hook.onlyNamespaces(List.of(namespaces.only()));
        else if (!namespaces.ignored().isEmpty()) hook.withoutNamespaces(new TreeSet<>(namespaces.ignored()));
        return configuration;
    }

    /** Renews the lease by which the updater knows that new pods get their values. */
    void renew(Instant now) {
        var lease = new LeaseDraft(
                new ObjectName(settings.namespace(), AdmissionLease.NAME), settings.identity(), LEASE, now);
        var outcome = client.patch(ApiResource.LEASES, lease.name(), lease.renewal());
        if (outcome instanceof RequestResult.NotFound<ObjectNode>) client.create(ApiResource.LEASES, lease.document());
    }
}
