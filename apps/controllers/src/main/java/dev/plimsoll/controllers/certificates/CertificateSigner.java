package dev.plimsoll.controllers.certificates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.certificates.Signer;
import dev.plimsoll.core.certificates.Validity;
import dev.plimsoll.objects.access.CertificateSigningRequestObject;
import dev.plimsoll.tls.CertificateIssuer;
import dev.plimsoll.tls.CertificateRequest;
import dev.plimsoll.tls.Pem;
import java.security.GeneralSecurityException;
import java.time.Duration;

/** Signs approved requests of one signer with the authority of the cluster, and refuses those that this signer does not sign. */
public final class CertificateSigner implements Controller {
    private final ControllerContext around;
    private final Signer signer;
    private final CertificateIssuer issuer;
    private final Duration longest;
    private final Cache<CertificateSigningRequestObject> requests;

    public CertificateSigner(ControllerContext around, Signer signer, CertificateIssuer issuer, Duration longest) {
        this.around = around;
        this.signer = signer;
        this.issuer = issuer;
        this.longest = longest;
        this.requests = around.informers().of(CertificateSigningRequestObject.KIND);
    }

    @Override
    public String name() {
        return "csrsigning_" + signer.name().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public void follow(WorkQueue queue) {
        RequestChanges.follow(requests, queue);
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var request = requests.find(key);
        if (request.isEmpty() || !isMine(request.get())) return ReconcileResult.SETTLED;
        var status = CertificateSigningRequestObject.KIND.resource().sub("status");
        return RequestChanges.ended(around.client().update(status, answer(request.get())));
    }

    private boolean isMine(CertificateSigningRequestObject request) {
        return request.signerName().equals(signer.signerName())
                && request.isApproved()
                && !request.isDenied()
                && !request.hasFailed()
                && request.certificate().isEmpty();
    }

    private ObjectNode answer(CertificateSigningRequestObject request) {
        var now = around.time().instant();
        try {
            var asked = CertificateRequest.read(request.request());
            var refusal = signer.refusal(asked.identity(), request.usages());
            if (refusal.isPresent()) return refused(request, refusal.get());
            var validity = Validity.issued(
                    now,
                    request.expiration(),
                    longest,
                    issuer.certificate().getNotAfter().toInstant());
            return request.signed(Pem.of(issuer.sign(asked, request.usages(), validity)));
        } catch (GeneralSecurityException e) {
            return refused(request, "unable to parse csr: " + e.getMessage());
        }
    }

    private ObjectNode refused(CertificateSigningRequestObject request, String why) {
        return request.failed("SignerValidationFailure", why, around.time().instant());
    }
}
