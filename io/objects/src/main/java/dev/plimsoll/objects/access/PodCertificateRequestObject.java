package dev.plimsoll.objects.access;

import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.textMap;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.StatusDraft;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.ProjectedSource;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node's request for a certificate of one of its pods, and its signer's answer. */
public final class PodCertificateRequestObject extends ApiObject {
    public static final ObjectKind<PodCertificateRequestObject> KIND = new ObjectKind<>(
            ApiResource.namespaced("certificates.k8s.io", "v1", "podcertificaterequests", "PodCertificateRequest"),
            PodCertificateRequestObject.class,
            PodCertificateRequestObject::new);

    private static final String ISSUED = "Issued";
    private static final List<String> REFUSALS = List.of("Denied", "Failed");

    public PodCertificateRequestObject(ObjectNode document) {
        super(document);
    }

    /** Somebody whom a request names. */
    public record Named(String name, String uid) {}

    /** For whom a certificate is. */
    public record Holder(Named pod, Named account, Named node) {
        public static Holder of(PodObject pod, String accountUid, Named node) {
            return new Holder(
                    new Named(pod.metadata().name(), pod.uid()), new Named(pod.serviceAccountName(), accountUid), node);
        }
    }

    /**
     * A new one, whose name the server completes.
     *
     * @param stub a PKCS #10 request in DER, which proves that the sender has the key
     */
    public static ObjectNode of(String namespace, Holder holder, ProjectedSource.PodCertificate asked, byte[] stub) {
        var draft = new RequestDraft(namespace);
        draft.metadata().onlyGenerateName("req-" + holder.pod().name() + "-").namespace(namespace);
        draft.write(holder, asked, stub);
        return draft.document();
    }

    private static final class RequestDraft extends ObjectDraft {
        RequestDraft(String namespace) {
            super(KIND.resource(), new ObjectName(namespace, ""));
        }

        void write(Holder holder, ProjectedSource.PodCertificate asked, byte[] stub) {
            var spec = spec().put("signerName", asked.signerName())
                    .put("podName", holder.pod().name())
                    .put("podUID", holder.pod().uid())
                    .put("serviceAccountName", holder.account().name())
                    .put("serviceAccountUID", holder.account().uid())
                    .put("nodeName", holder.node().name())
                    .put("nodeUID", holder.node().uid())
                    .putUnlessZero("maxExpirationSeconds", asked.maxExpirationSeconds())
                    .put("stubPKCS10Request", Base64.getEncoder().encodeToString(stub));
            if (asked.userAnnotations().isEmpty()) return;
            var annotations = spec.object("unverifiedUserAnnotations");
            asked.userAnnotations().forEach(annotations::put);
        }
    }

    public String signerName() {
        return text(specNode(), "signerName");
    }

    public Holder holder() {
        return new Holder(named("pod"), named("serviceAccount"), named("node"));
    }

    private Named named(String prefix) {
        return new Named(text(specNode(), prefix + "Name"), text(specNode(), prefix + "UID"));
    }

    public Duration maxExpiration() {
        return Duration.ofSeconds(number(specNode(), "maxExpirationSeconds", 0));
    }

    /** What the pod's author says to the signer. */
    public Map<String, String> userAnnotations() {
        return textMap(specNode(), "unverifiedUserAnnotations");
    }

    /** The request in DER; empty where it cannot be decoded. */
    public byte[] stub() {
        try {
            return Base64.getDecoder().decode(text(specNode(), "stubPKCS10Request"));
        } catch (IllegalArgumentException _) {
            return new byte[0];
        }
    }

    public boolean isIssued() {
        return conditions().find(ISSUED).isPresent();
    }

    /** Why there will be no certificate; empty as long as there may be one. */
    public String refusal() {
        for (var type : REFUSALS) {
            var found = conditions().find(type);
            if (found.isPresent())
                return type + ": " + found.get().reason() + ": " + found.get().message();
        }
        return "";
    }

    /** PEM text. */
    public String certificateChain() {
        return text(statusNode(), "certificateChain");
    }

    public Optional<Instant> notBefore() {
        return time(statusNode(), "notBefore");
    }

    public Optional<Instant> beginRefreshAt() {
        return time(statusNode(), "beginRefreshAt");
    }

    public Optional<Instant> notAfter() {
        return time(statusNode(), "notAfter");
    }

    /**
     * What a signer gives.
     *
     * @param chain PEM text, the pod's certificate first
     */
    public record IssuedChain(String chain, Instant notBefore, Instant beginRefreshAt, Instant notAfter) {}

    /** The whole document with a certificate. */
    public ObjectNode issued(IssuedChain given, Instant now) {
        return new AnswerDraft(this).issued(given, now).document();
    }

    /** The whole document with the condition that its signer does not sign it. */
    public ObjectNode denied(String reason, String message, Instant now) {
        return new AnswerDraft(this).answered("Denied", reason, message, now).document();
    }

    private static final class AnswerDraft extends StatusDraft {
        AnswerDraft(PodCertificateRequestObject request) {
            super(request);
        }

        AnswerDraft answered(String type, String reason, String message, Instant now) {
            status().list("conditions")
                    .objectWith("type", type)
                    .put("status", "True")
                    .put("reason", reason)
                    .put("message", message)
                    .put("lastTransitionTime", Timestamps.text(now));
            return this;
        }

        AnswerDraft issued(IssuedChain given, Instant now) {
            status().put("certificateChain", given.chain())
                    .put("notBefore", Timestamps.text(given.notBefore()))
                    .put("beginRefreshAt", Timestamps.text(given.beginRefreshAt()))
                    .put("notAfter", Timestamps.text(given.notAfter()));
            return answered(ISSUED, "Issued", "certificate is issued", now);
        }
    }
}
