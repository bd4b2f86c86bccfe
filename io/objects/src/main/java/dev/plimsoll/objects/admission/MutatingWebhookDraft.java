package dev.plimsoll.objects.admission;

import dev.plimsoll.objects.tree.DraftNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** One webhook of a registration that is being written. */
public final class MutatingWebhookDraft {
    private static final String NAMESPACE_LABEL = "kubernetes.io/metadata.name";

    private final DraftNode node;

    MutatingWebhookDraft(DraftNode node) {
        this.node = node.put("sideEffects", "None");
        node.list("admissionReviewVersions").add("v1");
    }

    public MutatingWebhookDraft timeoutSeconds(int seconds) {
        node.put("timeoutSeconds", seconds);
        return this;
    }

    /** Whether a request fails where the webhook does not answer. */
    public MutatingWebhookDraft failsClosed(boolean fails) {
        node.put("failurePolicy", fails ? "Fail" : "Ignore");
        return this;
    }

    /** Certificates, in PEM form, that the webhook is believed by. */
    public MutatingWebhookDraft caBundle(String pem) {
        var encoded = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
        node.object("clientConfig").put("caBundle", encoded);
        return this;
    }

    /** Called by its address. */
    public MutatingWebhookDraft url(String url) {
        node.object("clientConfig").put("url", url);
        return this;
    }

    /**
     * Called as a service of the cluster.
     *
     * @param port 0 for the usual one
     */
    public MutatingWebhookDraft service(String namespace, String name, int port) {
        node.object("clientConfig")
                .object("service")
                .put("namespace", namespace)
                .put("name", name)
                .putUnlessZero("port", port);
        return this;
    }

    /** Only objects of these namespaces are sent. */
    public MutatingWebhookDraft onlyNamespaces(Iterable<String> names) {
        return namespaces("In", names);
    }

    /** Objects of these namespaces are not sent. */
    public MutatingWebhookDraft withoutNamespaces(Iterable<String> names) {
        return namespaces("NotIn", names);
    }

    private MutatingWebhookDraft namespaces(String operator, Iterable<String> names) {
        var values = node.object("namespaceSelector")
                .list("matchExpressions")
                .addObject()
                .put("key", NAMESPACE_LABEL)
                .put("operator", operator)
                .list("values");
        names.forEach(values::add);
        return this;
    }

    /** What is sent: these operations on a resource. */
    public MutatingWebhookDraft rule(String group, String version, String resource, List<String> operations) {
        var rule = node.list("rules").addObject();
        operations.forEach(rule.list("operations")::add);
        rule.list("apiGroups").add(group);
        rule.list("apiVersions").add(version);
        rule.list("resources").add(resource);
        return this;
    }
}
