package dev.plimsoll.nodeagent.payload;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.objects.ConfigMapObject;
import dev.plimsoll.objects.SecretObject;
import dev.plimsoll.objects.node.NodeObject;
import dev.plimsoll.objects.node.RuntimeClassObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.TokenRequestObject;
import dev.plimsoll.objects.pod.spec.PodVolume;
import dev.plimsoll.objects.service.ServiceObject;
import dev.plimsoll.objects.storage.PersistentVolumeClaimObject;
import dev.plimsoll.objects.storage.PersistentVolumeObject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What pods refer to in the API: config maps, secrets, tokens, certificates that they have and those that they trust. */
public final class References {
    private static final ApiResource ACCOUNTS = ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount");

    private final ApiClient client;
    private final InstantSource clock;
    private final PodTokens tokens;
    private final TrustBundles trustBundles;
    private final PodCertificates certificates;

    public References(ApiClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
        this.tokens = new PodTokens(clock);
        this.trustBundles = new TrustBundles(client);
        this.certificates = new PodCertificates(client, clock);
    }

    TrustBundles trustBundles() {
        return trustBundles;
    }

    PodCertificates certificates() {
        return certificates;
    }

    /** The services that a pod is told of: those of its namespace if it wants them, and the API's own. */
    CriReply<List<ServiceObject>> services(PodObject pod) {
        var api = client.get(ServiceObject.KIND.resource(), new ObjectName("default", "kubernetes"));
        var found = new ArrayList<ServiceObject>();
        if (api instanceof RequestResult.Done<ObjectNode>(var document)) found.add(new ServiceObject(document));
        if (!pod.enableServiceLinks()) return new CriReply.Ok<>(found);
        var own = ObjectSelection.inNamespace(pod.metadata().namespace());
        return switch (client.list(ServiceObject.KIND.resource(), own, Page.ALL)) {
            case RequestResult.Done<ResourceList>(var list) -> {
                for (var document : list.items()) found.add(new ServiceObject(document));
                yield new CriReply.Ok<>(found);
            }
            case RequestResult.NotFound<ResourceList> _ -> new CriReply.Ok<>(found);
            case RequestResult<ResourceList> failed ->
                new CriReply.Failed<>(
                        CriReply.Code.UNAVAILABLE, "services have not yet been read: " + failed.problem());
        };
    }

    /**
     * A volume that a claim is bound to.
     *
     * @param isTemporary whether its folder was made for the claim and goes with it
     */
    public record Claimed(String volume, PodVolume.Source.HostPath source, boolean isTemporary) {}

    /** What a claim of a namespace is bound to, if that is something that this node has itself. */
    public CriReply<Claimed> claimed(String namespace, String claim, String node) {
        var place = "error processing PVC " + namespace + "/" + claim + ": ";
        return found(
                        "persistentvolumeclaim",
                        claim,
                        false,
                        client.get(ApiResource.CLAIMS, new ObjectName(namespace, claim)))
                .orElseFailed(why -> place + "failed to fetch PVC from API server: " + why)
                .map(PersistentVolumeClaimObject::new)
                .then(found -> {
                    var name = found.boundVolume();
                    if (name.isEmpty())
                        return new CriReply.Failed<>(CriReply.Code.FAILED_PRECONDITION, place + "PVC is not bound");
                    return found(
                                    "persistentvolume",
                                    name,
                                    false,
                                    client.get(ApiResource.VOLUMES, ObjectName.ofCluster(name)))
                            .orElseFailed(why -> place + "failed to fetch PV " + name + ": " + why)
                            .map(PersistentVolumeObject::new)
                            .then(volume -> reachable(volume, node, place))
                            .then(volume -> mountable(volume, found, place)
                                    .map(source -> new Claimed(name, source, volume.isFolderFor(found))));
                });
    }

    /** A volume that is bound to certain nodes is looked for on no other. */
    private CriReply<PersistentVolumeObject> reachable(PersistentVolumeObject volume, String node, String place) {
        var affinity = volume.nodeAffinity();
        if (!affinity.isRequired()) return new CriReply.Ok<>(volume);
        return found("node", node, false, client.get(ApiResource.NODES, ObjectName.ofCluster(node)))
                .map(NodeObject::new)
                .then(self -> affinity.admits(node, self.metadata().labels())
                        ? new CriReply.Ok<>(volume)
                        : new CriReply.Failed<>(
                                CriReply.Code.FAILED_PRECONDITION,
                                place + "PV " + volume.metadata().name() + ": no matching NodeSelectorTerms"));
    }

    private static CriReply<PodVolume.Source.HostPath> mountable(
            PersistentVolumeObject volume, PersistentVolumeClaimObject claim, String place) {
        var name = volume.metadata().name();
        if (!volume.isOf(claim))
            return new CriReply.Failed<>(
                    CriReply.Code.FAILED_PRECONDITION, place + "PV " + name + " is bound to another claim");
        if (volume.isBlock()) return UnsupportedFeature.failure("persistent volumes of mode Block");
        return switch (volume.source()) {
            case PodVolume.Source.HostPath path -> new CriReply.Ok<>(path);
            case PodVolume.Source.Other(var kinds) ->
                UnsupportedFeature.failure("persistent volumes of kind " + String.join(", ", kinds));
            case PodVolume.Source.EmptyDir _,
                    PodVolume.Source.Payload _,
                    PodVolume.Source.Claim _,
                    PodVolume.Source.Image _ -> UnsupportedFeature.failure("this kind of persistent volume");
        };
    }

    /** The handler of a RuntimeClass. */
    public CriReply<String> runtimeHandler(String runtimeClass) {
        return found(
                        "runtime class",
                        runtimeClass,
                        false,
                        client.get(RuntimeClassObject.KIND.resource(), new ObjectName("", runtimeClass)))
                .map(document -> RuntimeClassObject.KIND.of(document).handler());
    }

    /**
     * The entries of a config map.
     *
     * @param isOptional whether one that is not there is as an empty one
     */
    CriReply<Map<String, byte[]>> configMap(String namespace, String name, boolean isOptional) {
        return found(
                        "configmap",
                        name,
                        isOptional,
                        client.get(ApiResource.CONFIG_MAPS, new ObjectName(namespace, name)))
                .map(document -> new ConfigMapObject(document).entries());
    }

    public CriReply<Map<String, byte[]>> secret(String namespace, String name, boolean isOptional) {
        return found("secret", name, isOptional, client.get(SecretObject.RESOURCE, new ObjectName(namespace, name)))
                .map(document -> new SecretObject(document).entries());
    }

    /** A token for the pod's account that ends with the pod. */
    CriReply<String> token(PodObject pod, String audience, long seconds) {
        var wanted = new PodTokens.Wanted(pod.uid(), pod.serviceAccountName(), audience, seconds);
        return tokens.get(wanted, () -> asked(pod, wanted));
    }

    private CriReply<PodTokens.Token> asked(PodObject pod, PodTokens.Wanted wanted) {
        var account = new ObjectName(pod.metadata().namespace(), wanted.account());
        var request = TokenRequestObject.boundTo(pod, wanted.audience(), wanted.seconds());
        return found(
                        "token of service account",
                        wanted.account(),
                        false,
                        client.create(ACCOUNTS.sub("token"), account, request))
                .map(document -> {
                    var given = clock.instant();
                    var answer = new TokenRequestObject(document);
                    var expires = answer.expiration().orElse(given.plusSeconds(wanted.seconds()));
                    return new PodTokens.Token(answer.token(), given, expires);
                });
    }

    static CriReply<ObjectNode> found(String kind, String name, boolean isOptional, RequestResult<ObjectNode> outcome) {
        return switch (outcome) {
            case RequestResult.Done<ObjectNode>(var document) -> new CriReply.Ok<>(document);
            case RequestResult.NotFound<ObjectNode> _
            when isOptional -> new CriReply.Ok<>(JsonNodeFactory.instance.objectNode());
            case RequestResult.NotFound<ObjectNode>(var status) ->
                new CriReply.Failed<>(
                        CriReply.Code.NOT_FOUND,
                        status.message().isEmpty() ? kind + " \"" + name + "\" not found" : status.message());
            case RequestResult.Conflict<ObjectNode> _,
                    RequestResult.Refused<ObjectNode> _,
                    RequestResult.Unreachable<ObjectNode> _ ->
                new CriReply.Failed<>(CriReply.Code.UNAVAILABLE, kind + " \"" + name + "\": " + outcome.problem());
        };
    }
}
