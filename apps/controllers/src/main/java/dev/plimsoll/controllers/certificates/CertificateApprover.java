package dev.plimsoll.controllers.certificates;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.core.certificates.AutomaticApproval;
import dev.plimsoll.objects.access.CertificateSigningRequestObject;
import dev.plimsoll.objects.access.SubjectAccessReviewObject;
import dev.plimsoll.tls.CertificateRequest;
import java.security.GeneralSecurityException;
import java.util.List;

/** Approves requests of nodes for client certificates, if the API says that who sent them may have them without being asked. */
public final class CertificateApprover implements Controller {
    private final ControllerContext around;
    private final Cache<CertificateSigningRequestObject> requests;

    public CertificateApprover(ControllerContext around) {
        this.around = around;
        this.requests = around.informers().of(CertificateSigningRequestObject.KIND);
    }

    @Override
    public String name() {
        return "certificate";
    }

    @Override
    public void follow(WorkQueue queue) {
        RequestChanges.follow(requests, queue);
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        var found = requests.find(key);
        if (found.isEmpty()) return ReconcileResult.SETTLED;
        var request = found.get();
        if (!request.certificate().isEmpty() || request.isApproved() || request.isDenied())
            return ReconcileResult.SETTLED;
        var candidates = candidates(request);
        for (var candidate : candidates) {
            var review = SubjectAccessReviewObject.ofCreation(
                    request.sender(), CertificateSigningRequestObject.KIND.resource(), candidate.subresource());
            switch (around.client().create(SubjectAccessReviewObject.RESOURCE, review)) {
                case RequestResult.Done<ObjectNode>(var answer) -> {
                    if (new SubjectAccessReviewObject(answer).isAllowed()) return approved(request, candidate);
                }
                case RequestResult<ObjectNode> failed -> {
                    return new ReconcileResult.Failed(failed.problem());
                }
            }
        }
        // A permission that is given later counts for requests that wait.
        return candidates.isEmpty()
                ? ReconcileResult.SETTLED
                : new ReconcileResult.Failed("recognized csr \"" + key.name() + "\" as "
                        + candidates.stream()
                                .map(AutomaticApproval::subresource)
                                .toList()
                        + " but subject access review was not approved");
    }

    private static List<AutomaticApproval> candidates(CertificateSigningRequestObject request) {
        try {
            var asked = CertificateRequest.read(request.request()).identity();
            return AutomaticApproval.candidates(
                    request.signerName(), request.sender().username(), asked, request.usages());
        } catch (GeneralSecurityException _) {
            return List.of(); // a request that cannot be read is nobody's; its signer says what is wrong with it
        }
    }

    private ReconcileResult approved(CertificateSigningRequestObject request, AutomaticApproval approval) {
        var document = request.approved(approval.message(), around.time().instant());
        var outcome = around.client()
                .update(CertificateSigningRequestObject.KIND.resource().sub("approval"), document);
        return RequestChanges.ended(outcome);
    }
}
