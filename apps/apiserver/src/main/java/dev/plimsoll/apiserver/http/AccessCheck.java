package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.authorization.Authorization;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.RequestInfo;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.AccessDecision;
import dev.plimsoll.objects.access.Attributes;
import dev.plimsoll.objects.access.User;
import java.util.List;
import java.util.Locale;

/** Refuses requests that their user may not make, and notes the decision for the audit log. */
record AccessCheck(Authorization authorization, Kinds kinds) {
    void ofPath(User user, ApiRequest request) {
        var verb = request.method().toLowerCase(Locale.ROOT);
        var attributes = Attributes.ofPath(verb, request.path());
        var decision = authorization.decide(user, attributes);
        request.context().decided(decision);
        if (decision instanceof AccessDecision.Denied(var why)) {
            throw new RefusedException(new Refusal.ForbiddenPath("forbidden: " + attributes.refusal(user, why)));
        }
    }

    void ofResource(User user, ApiRequest request, RequestInfo info) {
        var target = info.target();
        var isOfCluster = kinds.find(target.apiVersion(), target.resource())
                .map(kind -> !kind.namespaced())
                .orElse(false);
        var attributes = info.attributes(isOfCluster);
        var decision = authorization.decide(user, attributes);
        request.context().decided(decision);
        if (decision instanceof AccessDecision.Denied(var why)) {
            throw new RefusedException(new Refusal.Forbidden(
                    target.group(), target.resource(), info.name(), attributes.refusal(user, why), List.of()));
        }
    }
}
