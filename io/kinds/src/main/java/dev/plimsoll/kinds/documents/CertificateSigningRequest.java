package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.objects.access.User;
import java.util.List;

/** The CertificateSigningRequest of a write, read and changed in place. */
public final class CertificateSigningRequest {
    private final ObjectNode document;

    private CertificateSigningRequest(ObjectNode document) {
        this.document = document;
    }

    public static CertificateSigningRequest of(ObjectNode document) {
        return new CertificateSigningRequest(document);
    }

    /** Takes the spec of another version. */
    public void setSpecOf(CertificateSigningRequest other) {
        document.set("spec", other.document.path("spec").deepCopy());
    }

    /** Writes who sent it. False if there is no spec to write that into. */
    public boolean setRequester(User user) {
        if (!(document.get("spec") instanceof ObjectNode spec)) return false;
        spec.remove(List.of("username", "uid", "groups", "extra"));
        user.show(spec);
        return true;
    }

    public String signerName() {
        return document.path("spec").path("signerName").asText();
    }

    public boolean hasSameCertificate(CertificateSigningRequest other) {
        return document.path("status")
                .path("certificate")
                .equals(other.document.path("status").path("certificate"));
    }

    /** Whether its signer gave up. */
    public boolean hasFailed() {
        for (var condition : document.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Failed")) return true;
        }
        return false;
    }
}
