package dev.plimsoll.autoscaler.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.autoscaler.admission.AdmissionSettings.Registering;
import dev.plimsoll.autoscaler.cluster.AutoscalerResources;
import dev.plimsoll.autoscaler.updater.AdmissionLease;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.client.RequestResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tells API servers of the webhook, and the updater that it is there. */
final class WebhookRegistration {
    private static final String NAME = "vpa-webhook-config";
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

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
        var outcome = client.create(AutoscalerResources.WEBHOOKS, wanted);
        if (outcome instanceof RequestResult.Conflict<ObjectNode>) {
            var replace = ClientJson.object().put("op", "add").put("path", "/webhooks");
            replace.set("value", wanted.get("webhooks"));
            var operations = ClientJson.object().putArray("patch").add(replace);
            outcome = client.patch(
                    AutoscalerResources.WEBHOOKS, ObjectName.ofCluster(NAME), new Patch.JsonPatch(operations));
        }
        return outcome.done().isPresent();
    }

    private ObjectNode configuration(int port) {
        var configuration = ClientJson.object()
                .put("apiVersion", AutoscalerResources.WEBHOOKS.apiVersion())
                .put("kind", AutoscalerResources.WEBHOOKS.kind());
        var metadata = configuration.putObject("metadata").put("name", NAME);
        if (!registering.labels().isEmpty()) {
            var labels = metadata.putObject("labels");
            new TreeMap<>(registering.labels()).forEach(labels::put);
        }
        var hook = configuration.putArray("webhooks").addObject().put("name", "vpa.k8s.io");
        hook.putArray("admissionReviewVersions").add("v1");
        hook.put("sideEffects", "None").put("timeoutSeconds", registering.timeoutSeconds());
        hook.put("failurePolicy", registering.failurePolicyFail() ? "Fail" : "Ignore");
        call(hook.putObject("clientConfig"), port);
        where(hook);
        rule(hook, "", "v1", "pods", "CREATE");
        rule(hook, "autoscaling.k8s.io", "*", "verticalpodautoscalers", "CREATE", "UPDATE");
        return configuration;
    }

    private void call(ObjectNode clientConfig, int port) {
        clientConfig.put(
                "caBundle",
                Base64.getEncoder().encodeToString(settings.tls().caBundle().getBytes(StandardCharsets.UTF_8)));
        if (!registering.url().isEmpty()) {
            clientConfig.put("url", registering.url().replace(":0", ":" + port));
            return;
        }
        var service = clientConfig
                .putObject("service")
                .put("namespace", registering.serviceNamespace())
                .put("name", registering.service());
        if (registering.port() > 0) service.put("port", registering.port());
    }

    /** Pods of namespaces that do not count are not sent. */
    private void where(ObjectNode hook) {
        var namespaces = registering.namespaces();
        var isAll = namespaces.only().isEmpty() && namespaces.ignored().isEmpty();
        if (isAll) return;
        var expression = hook.putObject("namespaceSelector")
                .putArray("matchExpressions")
                .addObject()
                .put("key", "kubernetes.io/metadata.name")
                .put("operator", namespaces.only().isEmpty() ? "NotIn" : "In");
        var values = expression.putArray("values");
        if (namespaces.only().isEmpty()) new TreeSet<>(namespaces.ignored()).forEach(values::add);
        else values.add(namespaces.only());
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
        var name = new ObjectName(settings.namespace(), AdmissionLease.NAME);
        var change = ClientJson.object();
        change.putObject("spec")
                .put("holderIdentity", settings.identity())
                .put("leaseDurationSeconds", 60)
                .put("renewTime", MICROS.format(now));
        var outcome = client.patch(ApiResource.LEASES, name, new Patch.Merge(change));
        if (!(outcome instanceof RequestResult.NotFound<ObjectNode>)) return;
        change.put("apiVersion", ApiResource.LEASES.apiVersion()).put("kind", ApiResource.LEASES.kind());
        change.putObject("metadata").put("name", name.name()).put("namespace", name.namespace());
        client.create(ApiResource.LEASES, change);
    }
}
