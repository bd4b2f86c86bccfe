package dev.plimsoll.apiserver.admission.plugins;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionStep;
import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.core.certificates.Signer;
import dev.plimsoll.kinds.documents.CertificateSigningRequest;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.CertificateSigningRequestObject;
import dev.plimsoll.objects.access.PodCertificateRequestObject;
import dev.plimsoll.objects.access.User;
import dev.plimsoll.tls.CertificateRequest;
import java.security.GeneralSecurityException;
import java.util.List;

/**
 * Requests for certificates. A CertificateSigningRequest says who sent it, whatever its sender writes there, and stays what it was. Only who may approve for a
 * signer approves, and only who may sign for it writes a certificate.
 */
final class CertificateRequests implements AdmissionStep {
    private static final String GROUP = "certificates.k8s.io";
    private static final String CLIENT_SIGNER = Signer.KUBE_APISERVER_CLIENT.signerName();

    private final Authorization authorization;

    CertificateRequests(Authorization authorization) {
        this.authorization = authorization;
    }

    @Override
    public boolean mutate(AdmissionAttributes review) {
        if (!isRequest(review) || review.operation() == AdmissionAttributes.Operation.DELETE) return false;
        if (review.operation() == AdmissionAttributes.Operation.UPDATE) {
            // Also where a whole object is sent to one of its parts.
            CertificateSigningRequest.of(review.object()).setSpecOf(CertificateSigningRequest.of(review.stored()));
            return true;
        }
        return CertificateSigningRequest.of(review.object()).setRequester(review.user());
    }

    @Override
    public void authorize(AdmissionAttributes review) {
        if (isAnswerForPod(review))
            require(review, "sign", new PodCertificateRequestObject(review.stored()).signerName());
        if (!isRequest(review)) return;
        if (review.operation() == AdmissionAttributes.Operation.CREATE) restrictSubject(review);
        if (review.operation() != AdmissionAttributes.Operation.UPDATE) return;
        if (review.subresource().equals("approval")) require(review, "approve");
        var before = CertificateSigningRequest.of(review.stored());
        var after = CertificateSigningRequest.of(review.object());
        var answered = !after.hasSameCertificate(before) || (after.hasFailed() && !before.hasFailed());
        if (review.subresource().equals("status") && answered) require(review, "sign");
    }

    /** Nobody becomes an administrator of everything by a certificate that may be approved as any client's. */
    private static void restrictSubject(AdmissionAttributes review) {
        var request = new CertificateSigningRequestObject(review.object());
        if (!request.signerName().equals(CLIENT_SIGNER)) return;
        try {
            var groups = CertificateRequest.read(request.request()).identity().organizations();
            if (groups.contains(User.MASTERS))
                throw review.forbidden(
                        "use of " + CLIENT_SIGNER + " signer with " + User.MASTERS + " group is not allowed");
        } catch (GeneralSecurityException e) {
            throw review.forbidden("unable to parse csr: " + e.getMessage());
        }
    }

    private static boolean isRequest(AdmissionAttributes review) {
        return review.kind().is(GROUP, "CertificateSigningRequest");
    }

    private static boolean isAnswerForPod(AdmissionAttributes review) {
        return review.kind().is(GROUP, "PodCertificateRequest")
                && review.operation() == AdmissionAttributes.Operation.UPDATE
                && review.subresource().equals("status");
    }

    private void require(AdmissionAttributes review, String verb) {
        require(review, verb, CertificateSigningRequest.of(review.stored()).signerName());
    }

    /** Permission is given for one signer, or for all of a domain. */
    private void require(AdmissionAttributes review, String verb, String signer) {
        var domain = signer.substring(0, signer.indexOf('/') + 1) + "*";
        for (var name : List.of(signer, domain)) {
            if (authorization.allows(review.user(), new Attributes(verb, GROUP, "signers", "", "", name, "", "")))
                return;
        }
        throw review.forbidden("user not permitted to " + verb + " requests with signerName \"" + signer + "\"");
    }
}
