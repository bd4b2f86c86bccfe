package dev.plimsoll.controllers.certificates;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.cache.Cache;
import dev.plimsoll.controllers.loop.Controller;
import dev.plimsoll.controllers.loop.ControllerContext;
import dev.plimsoll.controllers.loop.ReconcileResult;
import dev.plimsoll.controllers.loop.WorkQueue;
import dev.plimsoll.objects.access.PodCertificateRequestObject;
import java.time.Duration;

/** Deletes requests for certificates of pods, answered or not: a node that still wants one asks again. */
public final class PodCertificateCleaner implements Controller {
    private static final Duration LIFE = Duration.ofMinutes(15);

    private final ControllerContext around;
    private final Cache<PodCertificateRequestObject> requests;

    public PodCertificateCleaner(ControllerContext around) {
        this.around = around;
        this.requests = around.informers().of(PodCertificateRequestObject.KIND);
    }

    @Override
    public String name() {
        return "podcertificaterequestcleaner";
    }

    @Override
    public void follow(WorkQueue queue) {
        RequestChanges.follow(requests, queue);
    }

    @Override
    public ReconcileResult reconcile(ObjectName key) {
        return requests.find(key)
                .map(request -> RequestChanges.deleteAt(
                        around,
                        PodCertificateRequestObject.KIND.resource(),
                        request,
                        request.metadata().created().plus(LIFE)))
                .orElse(ReconcileResult.SETTLED);
    }
}
