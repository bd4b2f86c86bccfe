package dev.plimsoll.apiserver.admission.noderestriction;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.core.certificates.Signer;
import dev.plimsoll.objects.access.CertificateSigningRequestObject;
import dev.plimsoll.tls.CertificateRequest;
import java.security.GeneralSecurityException;
import java.util.Set;

/** Certificates: a node asks for its own only. */
final class NodeCertificateRule implements NodeRule {
    private static final Set<String> SIGNERS =
            Set.of(Signer.KUBELET_SERVING.signerName(), Signer.KUBE_APISERVER_CLIENT_KUBELET.signerName());

    @Override
    public void check(AdmissionAttributes review, String node) {
        if (review.operation() != AdmissionAttributes.Operation.CREATE
                || !review.subresource().isEmpty()) return;
        var request = new CertificateSigningRequestObject(review.object());
        if (!SIGNERS.contains(request.signerName())) return;
        if (!asked(review, request).equals(Signer.NODE_PREFIX + node))
            throw review.forbidden("can only create a node CSR with CN=" + Signer.NODE_PREFIX + node);
    }

    private static String asked(AdmissionAttributes review, CertificateSigningRequestObject request) {
        try {
            return CertificateRequest.read(request.request()).identity().commonName();
        } catch (GeneralSecurityException e) {
            throw review.forbidden("unable to parse csr: " + e.getMessage());
        }
    }
}
