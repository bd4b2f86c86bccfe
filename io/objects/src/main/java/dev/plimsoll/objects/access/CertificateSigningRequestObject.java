package dev.plimsoll.objects.access;

import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.texts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.ObjectKind;
import dev.plimsoll.objects.StatusDraft;
import dev.plimsoll.objects.tree.Timestamps;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A request for a certificate, and the answer to it. */
public final class CertificateSigningRequestObject extends ApiObject {
    public static final ObjectKind<CertificateSigningRequestObject> KIND = new ObjectKind<>(
            ApiResource.clustered(
                    "certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest"),
            CertificateSigningRequestObject.class,
            CertificateSigningRequestObject::new);

    private static final String APPROVED = "Approved";
    private static final String DENIED = "Denied";
    private static final String FAILED = "Failed";

    public CertificateSigningRequestObject(ObjectNode document) {
        super(document);
    }

    /**
     * A new one, whose name the server completes.
     *
     * @param pem the request itself
     */
    public static ObjectNode of(String namePrefix, String signerName, String pem, List<String> usages) {
        var draft = new RequestDraft();
        draft.metadata().onlyGenerateName(namePrefix);
        draft.write(signerName, pem, usages);
        return draft.document();
    }

    private static final class RequestDraft extends ObjectDraft {
        RequestDraft() {
            super(KIND.resource(), ObjectName.ofCluster(""));
        }

        void write(String signerName, String pem, List<String> usages) {
            var encoded = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
            var list =
                    spec().put("request", encoded).put("signerName", signerName).list("usages");
            usages.forEach(list::add);
        }
    }

    public String signerName() {
        return text(specNode(), "signerName");
    }

    public List<String> usages() {
        return texts(specNode(), "usages");
    }

    /** Zero where nobody asked for a duration. */
    public Duration expiration() {
        return Duration.ofSeconds(number(specNode(), "expirationSeconds", 0));
    }

    /** PEM text; empty where it cannot be decoded. */
    public String request() {
        return decoded(text(specNode(), "request"));
    }

    /** PEM text; empty where nobody has signed. */
    public String certificate() {
        return decoded(text(statusNode(), "certificate"));
    }

    private static String decoded(String encoded) {
        try {
            return new String(Base64.getMimeDecoder().decode(encoded), StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    /** Who sent it. */
    public UserInfo sender() {
        var extra = new TreeMap<String, List<String>>();
        for (var entry : specNode().path("extra").properties())
            extra.put(entry.getKey(), texts(specNode().path("extra"), entry.getKey()));
        return new UserInfo(
                text(specNode(), "username"), text(specNode(), "uid"), texts(specNode(), "groups"), Map.copyOf(extra));
    }

    public boolean isApproved() {
        return conditions().find(APPROVED).isPresent();
    }

    public boolean isDenied() {
        return conditions().find(DENIED).isPresent();
    }

    public boolean hasFailed() {
        return conditions().find(FAILED).isPresent();
    }

    /** When it was approved, denied or given up. */
    public List<Instant> answers() {
        return Stream.of(APPROVED, DENIED, FAILED)
                .map(conditions()::find)
                .flatMap(Optional::stream)
                .map(each ->
                        each.lastUpdate().isAfter(each.lastTransition()) ? each.lastUpdate() : each.lastTransition())
                .toList();
    }

    /** Why there will be no certificate; empty as long as there may be one. */
    public String refusal() {
        for (var type : List.of(DENIED, FAILED)) {
            var found = conditions().find(type);
            if (found.isPresent())
                return type + ": " + found.get().reason() + ": " + found.get().message();
        }
        return "";
    }

    /** The whole document with the condition that it is approved. */
    public ObjectNode approved(String message, Instant now) {
        return new AnswerDraft(this)
                .answered(APPROVED, "AutoApproved", message, now)
                .document();
    }

    /** The whole document with the condition that its signer does not sign it. */
    public ObjectNode failed(String reason, String message, Instant now) {
        return new AnswerDraft(this).answered(FAILED, reason, message, now).document();
    }

    /** The whole document with a certificate, PEM text. */
    public ObjectNode signed(String pem) {
        return new AnswerDraft(this).signed(pem).document();
    }

    private static final class AnswerDraft extends StatusDraft {
        AnswerDraft(CertificateSigningRequestObject request) {
            super(request);
        }

        AnswerDraft answered(String type, String reason, String message, Instant now) {
            status().list("conditions")
                    .objectWith("type", type)
                    .put("status", "True")
                    .put("reason", reason)
                    .put("message", message)
                    .put("lastUpdateTime", Timestamps.text(now))
                    .put("lastTransitionTime", Timestamps.text(now));
            return this;
        }

        AnswerDraft signed(String pem) {
            status().put("certificate", Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)));
            return this;
        }
    }
}
