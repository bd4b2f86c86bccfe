package dev.plimsoll.cli.explain.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.codec.view.PolicyReader;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.admission.limitrange.ItemDefaults;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceQuota;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.node.RuntimeClassObject;
import dev.plimsoll.objects.policy.AdmissionPolicyObject;
import dev.plimsoll.objects.policy.ResourceQuotaObject;
import dev.plimsoll.objects.scheduling.PriorityClassObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What a namespace adds to pods, demands of them and grants them.
 *
 * @param documents the same as objects of the API
 * @param clusterObjects the namespace, and the priority and runtime classes of the cluster
 * @param areOfCluster whether they come from a cluster, so that what is not there does not exist
 */
public record NamespacePolicies(
        List<LimitRange> limitRanges,
        List<ResourceQuota> quotas,
        List<ObjectNode> documents,
        List<ObjectNode> clusterObjects,
        boolean areOfCluster) {
    private static final ApiResource LIMIT_RANGES = ApiResource.namespaced("", "v1", "limitranges", "LimitRange");
    private static final ApiResource QUOTAS = ResourceQuotaObject.KIND.resource();
    private static final List<ApiResource> CLASSES =
            List.of(PriorityClassObject.KIND.resource(), RuntimeClassObject.KIND.resource());

    private static final String ADMISSION = "admissionregistration.k8s.io";
    /** Rules in CEL, which this process can ask; with parameters they need objects that may be of any kind. */
    private static final List<ApiResource> RULES = List.of(
            ApiResource.clustered(ADMISSION, "v1", "validatingadmissionpolicies", "ValidatingAdmissionPolicy"),
            ApiResource.clustered(
                    ADMISSION, "v1", "validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding"),
            ApiResource.clustered(ADMISSION, "v1", "mutatingadmissionpolicies", "MutatingAdmissionPolicy"),
            ApiResource.clustered(
                    ADMISSION, "v1", "mutatingadmissionpolicybindings", "MutatingAdmissionPolicyBinding"));
    /** Servers in the cluster, which only the API server can reach. */
    private static final List<ApiResource> WEBHOOKS = List.of(
            ApiResource.clustered(ADMISSION, "v1", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration"),
            ApiResource.clustered(ADMISSION, "v1", "mutatingwebhookconfigurations", "MutatingWebhookConfiguration"));

    public NamespacePolicies {
        limitRanges = List.copyOf(limitRanges);
        quotas = List.copyOf(quotas);
        documents = List.copyOf(documents);
        clusterObjects = List.copyOf(clusterObjects);
    }

    /** As a cluster holds them. Whoever may not read them is told so, and gets an answer without them. */
    public static NamespacePolicies of(ApiClient client, String namespace, List<String> notes) {
        var documents = new ArrayList<ObjectNode>();
        var limitRanges = read(client, LIMIT_RANGES, namespace, PolicyReader::limitRange, documents, notes).stream()
                .map(ItemDefaults::apply)
                .toList();
        var quotas = read(client, QUOTAS, namespace, PolicyReader::resourceQuota, documents, notes);
        var classes = new ArrayList<ObjectNode>();
        var areAll = true;
        for (var resource : CLASSES) areAll &= listed(client, resource, ObjectSelection.ALL, classes, notes);
        if (client.get(ApiResource.NAMESPACES, new ObjectName("", namespace))
                instanceof RequestResult.Done<ObjectNode>(var found))
            classes.add(found); // its labels may demand a security level
        return new NamespacePolicies(limitRanges, quotas, documents, asNew(classes), areAll);
    }

    /** Without what a server adds, and takes from nobody else. */
    private static List<ObjectNode> asNew(List<ObjectNode> objects) {
        return objects.stream()
                .map(object -> {
                    var draft = new ObjectDraft(object);
                    draft.metadata().asNew();
                    return draft.document();
                })
                .toList();
    }

    /**
     * With the admission policies of the cluster, for objects that are yet to be created.
     *
     * @param outside gets what only the API server can ask: webhooks, and policies with parameters
     */
    public NamespacePolicies withRules(ApiClient client, List<String> outside, List<String> notes) {
        var objects = new ArrayList<>(clusterObjects);
        for (var resource : RULES) {
            for (var each : listed(client, resource, notes)) {
                if (new AdmissionPolicyObject(each).takesParameters()) outside.add(named(resource, each));
                else objects.add(each);
            }
        }
        for (var resource : WEBHOOKS) {
            for (var each : listed(client, resource, notes)) outside.add(named(resource, each));
        }
        return new NamespacePolicies(limitRanges, quotas, documents, asNew(objects), areOfCluster);
    }

    private static String named(ApiResource resource, ObjectNode object) {
        return resource.kind() + " " + ObjectName.of(object).name();
    }

    private static List<ObjectNode> listed(ApiClient client, ApiResource resource, List<String> notes) {
        var found = new ArrayList<ObjectNode>();
        listed(client, resource, ObjectSelection.ALL, found, notes);
        return found;
    }

    /** For a pod that runs: it is charged already. */
    public NamespacePolicies withoutQuotas() {
        return new NamespacePolicies(limitRanges, List.of(), documents, clusterObjects, areOfCluster);
    }

    private static boolean listed(
            ApiClient client, ApiResource resource, ObjectSelection where, List<ObjectNode> found, List<String> notes) {
        return switch (client.list(resource, where, Page.ALL)) {
            case RequestResult.Done<ResourceList>(var list) -> {
                found.addAll(list.items());
                yield true;
            }
            case RequestResult<ResourceList> failed -> {
                notes.add("without the " + resource.plural() + " of the cluster: " + failed.problem());
                yield false;
            }
        };
    }

    private static <T> List<T> read(
            ApiClient client,
            ApiResource resource,
            String namespace,
            Function<JsonNode, Read<T>> reader,
            List<ObjectNode> documents,
            List<String> notes) {
        var found = new ArrayList<ObjectNode>();
        listed(client, resource, ObjectSelection.inNamespace(namespace), found, notes);
        var values = new ArrayList<T>();
        for (var item : found) {
            switch (reader.apply(item)) {
                case Read.Ok<T>(var value) -> {
                    values.add(value);
                    documents.add(item);
                }
                case Read.Malformed<T>(var problems) -> notes.add("left out " + resource.kind() + " " + problems);
            }
        }
        return values;
    }
}
