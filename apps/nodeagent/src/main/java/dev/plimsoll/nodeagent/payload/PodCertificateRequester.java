package dev.plimsoll.nodeagent.payload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.WatchEvent;
import dev.plimsoll.core.certificates.RequestedIdentity;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.access.PodCertificateRequestObject;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.ProjectedSource;
import dev.plimsoll.tls.CertificateRequest;
import dev.plimsoll.tls.KeyType;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Duration;
import java.util.List;

/** Sends requests for certificates of pods and looks for what their signers answer. */
final class PodCertificateRequester {
    private static final ApiResource REQUESTS = PodCertificateRequestObject.KIND.resource();
    private static final ApiResource ACCOUNTS = ApiResource.namespaced("", "v1", "serviceaccounts", "ServiceAccount");
    /** A signer that is there answers at once; for another the pod waits as it does for anything that is missing. */
    private static final Duration LONGEST_WATCH = Duration.ofSeconds(2);
    /** It stands in the certificate only if its signer wants it to. */
    private static final RequestedIdentity NOBODY = RequestedIdentity.of("", List.of());

    private final ApiClient client;

    PodCertificateRequester(ApiClient client) {
        this.client = client;
    }

    /** A request that was sent, and the key that it is for. */
    record Sent(ObjectName name, String node, PrivateKey key) {}

    CriReply<Sent> send(PodObject pod, ProjectedSource.PodCertificate asked) {
        var type = KeyType.named(asked.keyType());
        if (type.isEmpty())
            return UnsupportedFeature.failure("keys of type \"" + asked.keyType() + "\" for certificates of pods");
        var namespace = pod.metadata().namespace();
        var node = pod.nodeName();
        var account = pod.serviceAccountName();
        return uid("node", ApiResource.NODES, ObjectName.ofCluster(node))
                .then(nodeUid -> uid("serviceaccount", ACCOUNTS, new ObjectName(namespace, account))
                        .then(accountUid -> {
                            var holder = PodCertificateRequestObject.Holder.of(
                                    pod, accountUid, new PodCertificateRequestObject.Named(node, nodeUid));
                            return created(namespace, holder, asked, type.get());
                        }));
    }

    private CriReply<String> uid(String kind, ApiResource resource, ObjectName name) {
        return References.found(kind, name.name(), false, client.get(resource, name))
                .map(document -> new ApiObject(document).uid());
    }

    private CriReply<Sent> created(
            String namespace,
            PodCertificateRequestObject.Holder holder,
            ProjectedSource.PodCertificate asked,
            KeyType type) {
        var keys = type.newKeys();
        try {
            var document =
                    PodCertificateRequestObject.of(namespace, holder, asked, CertificateRequest.encode(keys, NOBODY));
            return switch (client.create(REQUESTS, document)) {
                case RequestResult.Done<ObjectNode>(var made) ->
                    new CriReply.Ok<>(
                            new Sent(new ApiObject(made).name(), holder.node().name(), keys.getPrivate()));
                case RequestResult<ObjectNode> failed ->
                    new CriReply.Failed<>(
                            CriReply.Code.UNAVAILABLE,
                            "requesting a certificate of signer \"" + asked.signerName() + "\": " + failed.problem());
            };
        } catch (GeneralSecurityException e) {
            return new CriReply.Failed<>(CriReply.Code.INTERNAL, "no request could be made: " + e.getMessage());
        }
    }

    /** The request as it is now; {@code NOT_FOUND} where somebody has deleted it. */
    CriReply<PodCertificateRequestObject> look(Sent sent) {
        return References.found("podcertificaterequest", sent.name().name(), false, client.get(REQUESTS, sent.name()))
                .map(PodCertificateRequestObject::new);
    }

    /** The same, after a short wait for an answer. */
    CriReply<PodCertificateRequestObject> await(Sent sent) {
        return look(sent).map(first -> isAnswered(first) ? first : watched(sent, first));
    }

    private PodCertificateRequestObject watched(Sent sent, PodCertificateRequestObject first) {
        // A node may watch its own requests only, and says so.
        var selection = ObjectSelection.inNamespace(sent.name().namespace())
                .withFields("spec.nodeName=" + sent.node() + ",metadata.name="
                        + sent.name().name());
        var opened = client.watch(REQUESTS, selection, first.metadata().version(), LONGEST_WATCH)
                .done();
        if (opened.isEmpty()) return first;
        try (var events = opened.get()) {
            for (var event = events.next(); event.isPresent(); event = events.next()) {
                if (!(event.get() instanceof WatchEvent.Modified(var document))) continue;
                var request = new PodCertificateRequestObject(document);
                if (isAnswered(request)) return request;
            }
        } catch (IOException _) {
            return first; // it is looked at again
        }
        return first;
    }

    private static boolean isAnswered(PodCertificateRequestObject request) {
        return request.isIssued() || !request.refusal().isEmpty();
    }
}
