package dev.plimsoll.controllers.certificates;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.certificates.RequestGarbage;
import dev.plimsoll.objects.access.CertificateSigningRequestObject;
import dev.plimsoll.tls.Pem;
import java.security.GeneralSecurityException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Deletes requests for certificates when they are of no more use. */
public final class CertificateCleaner implements Controller {
    private final ControllerContext around;
    private final Cache<CertificateSigningRequestObject> requests;

    public CertificateCleaner(ControllerContext around) {
        this.around = around;
        this.requests = around.informers().of(CertificateSigningRequestObject.KIND);
    }

    @Override
    public String name() {
        return "csrcleaner";
    }

    @Override
    public void follow(WorkQueue queue) {
        RequestChanges.follow(requests, queue);
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        return requests.find(key).map(this::deleteInTime).orElse(ReconcileResult.SETTLED);
    }

    private ReconcileResult deleteInTime(CertificateSigningRequestObject request) {
        var end = RequestGarbage.deleteAt(request.metadata().created(), request.answers(), expiryOrNull(request));
        return RequestChanges.deleteAt(around, CertificateSigningRequestObject.KIND.resource(), request, end);
    }

    private static @Nullable Instant expiryOrNull(CertificateSigningRequestObject request) {
        if (request.certificate().isEmpty()) return null;
        try {
            return Pem.certificate(request.certificate()).getNotAfter().toInstant();
        } catch (GeneralSecurityException _) {
            return null; // what another signer wrote; the conditions say when it is over
        }
    }
}
