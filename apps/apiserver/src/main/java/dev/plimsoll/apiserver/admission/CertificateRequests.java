package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.objects.access.Attributes;
import java.util.List;

/**
 * A CertificateSigningRequest says who sent it, whatever its sender writes there, and stays what it was. Only who may approve for a
 * signer approves, and only who may sign for it writes a certificate.
 */
final class CertificateRequests implements AdmissionStep {
    private static final String GROUP = "certificates.k8s.io";

    private final Authorization authorization;

    CertificateRequests(Authorization authorization) {
        this.authorization = authorization;
    }

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (!isRequest(review) || review.operation() == AdmissionAttributes.Operation.DELETE) return false;
        if (review.operation() == AdmissionAttributes.Operation.UPDATE) {
            // Also where a whole object is sent to one of its parts.
            review.object().set("spec", review.stored().path("spec").deepCopy());
            return true;
        }
        if (!(review.object().get("spec") instanceof ObjectNode spec)) return false;
        spec.remove(List.of("username", "uid", "groups", "extra"));
        review.user().show(spec);
        return true;
    }

    @Override
    public void authorize(AdmissionAttributes review) {
        if (!isRequest(review) || review.operation() != AdmissionAttributes.Operation.UPDATE) return;
        if (review.subresource().equals("approval")) require(review, "approve");
        var signed = !review.object()
                .path("status")
                .path("certificate")
                .equals(review.stored().path("status").path("certificate"));
        if (review.subresource().equals("status") && (signed || failed(review))) require(review, "sign");
    }

    private static boolean failed(AdmissionAttributes review) {
        return hasFailed(review.object()) && !hasFailed(review.stored());
    }

    private static boolean hasFailed(ObjectNode request) {
        for (var condition : request.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Failed")) return true;
        }
        return false;
    }

    private static boolean isRequest(AdmissionAttributes review) {
        return review.kind().is(GROUP, "CertificateSigningRequest");
    }

    /** Permission is given for one signer, or for all of a domain. */
    private void require(AdmissionAttributes review, String verb) {
        var signer = review.stored().path("spec").path("signerName").asText();
        var domain = signer.substring(0, signer.indexOf('/') + 1) + "*";
        for (var name : List.of(signer, domain)) {
            if (authorization.allows(review.user(), new Attributes(verb, GROUP, "signers", "", "", name, "", "")))
                return;
        }
        throw review.forbidden("user not permitted to " + verb + " requests with signerName \"" + signer + "\"");
    }
}
