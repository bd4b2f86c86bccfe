package dev.plimsoll.apiserver.proxy;

import dev.plimsoll.apiserver.admission.AdmissionAttributes;
import dev.plimsoll.apiserver.admission.AdmissionChain;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.kinds.admission.ConnectOptions;
import dev.plimsoll.kinds.documents.PodChange;

/** Asks policies and webhooks whether somebody may connect: {@code exec}, {@code attach}, {@code portforward} and proxies. */
public final class ConnectAdmission {
    private final AdmissionChain admission;

    public ConnectAdmission(AdmissionChain admission) {
        this.admission = admission;
    }

    public void admit(Call call) {
        var part = call.kind().subresource(call.subresource()).orElseThrow();
        var options = ConnectOptions.of(part, call.query()::all);
        admission.connect(new AdmissionAttributes(
                AdmissionAttributes.Operation.CONNECT,
                call.kind(),
                call.subresource(),
                call.namespace(),
                call.name(),
                new PodChange(options, null),
                call.user(),
                false,
                call.request().context()));
    }
}
