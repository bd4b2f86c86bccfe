package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.cluster.Resources;
import dev.plimsoll.autoscaler.updater.Updater;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.Json;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Outcome;
import dev.plimsoll.client.Patch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/** Tells API servers of the webhook, and the updater that it is there. */
final class Registration {
    private static final String NAME = "vpa-webhook-config";
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ApiClient client;
    private final AdmissionSettings settings;

    Registration(ApiClient client, AdmissionSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /** Whether API servers know of it now. What was registered before is changed in place, so that no pod slips through. */
    boolean register(int port) {
        var wanted = configuration(port);
        var outcome = client.create(Resources.WEBHOOKS, wanted);
        if (outcome instanceof Outcome.Conflict<ObjectNode>) {
            var replace = Json.object().put("op", "add").put("path", "/webhooks");
            replace.set("value", wanted.get("webhooks"));
            var operations = Json.object().putArray("patch").add(replace);
            outcome = client.patch(Resources.WEBHOOKS, ObjectName.ofCluster(NAME), new Patch.JsonPatch(operations));
        }
        return outcome.done().isPresent();
    }

    private ObjectNode configuration(int port) {
        var configuration =
                Json.object().put("apiVersion", Resources.WEBHOOKS.apiVersion()).put("kind", Resources.WEBHOOKS.kind());
        configuration.putObject("metadata").put("name", NAME);
        var hook = configuration.putArray("webhooks").addObject().put("name", "vpa.k8s.io");
        hook.putArray("admissionReviewVersions").add("v1");
        hook.put("sideEffects", "None").put("timeoutSeconds", settings.timeoutSeconds());
        hook.put("failurePolicy", settings.failurePolicyFail() ? "Fail" : "Ignore");
        var clientConfig = hook.putObject("clientConfig");
        clientConfig.put(
                "caBundle",
                Base64.getEncoder().encodeToString(settings.caBundle().getBytes(StandardCharsets.UTF_8)));
        if (settings.url().isEmpty()) {
            clientConfig
                    .putObject("service")
                    .put("namespace", settings.namespace())
                    .put("name", settings.service());
        } else {
            clientConfig.put("url", settings.url().replace(":0", ":" + port));
        }
        rule(hook, "", "v1", "pods", "CREATE");
        rule(hook, "autoscaling.k8s.io", "*", "verticalpodautoscalers", "CREATE", "UPDATE");
        return configuration;
    }

    private static void rule(ObjectNode hook, String group, String version, String resource, String... operations) {
        var rule = hook.withArray("/rules").addObject();
        var list = rule.putArray("operations");
        for (var operation : operations) list.add(operation);
        rule.putArray("apiGroups").add(group);
        rule.putArray("apiVersions").add(version);
        rule.putArray("resources").add(resource);
    }

    /** Renews the lease by which the updater knows that new pods get their values. */
    void renew(Instant now) {
        var name = new ObjectName(settings.namespace(), Updater.ADMISSION_LEASE);
        var change = Json.object();
        change.putObject("spec")
                .put("holderIdentity", settings.identity())
                .put("leaseDurationSeconds", 60)
                .put("renewTime", MICROS.format(now));
        var outcome = client.patch(ApiResource.LEASES, name, new Patch.Merge(change));
        if (!(outcome instanceof Outcome.NotFound<ObjectNode>)) return;
        change.put("apiVersion", ApiResource.LEASES.apiVersion()).put("kind", ApiResource.LEASES.kind());
        change.putObject("metadata").put("name", name.name()).put("namespace", name.namespace());
        client.create(ApiResource.LEASES, change);
    }
}
