package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.flowcontrol.FlowController;
import dev.plimsoll.apiserver.flowcontrol.FlowController.Flow;
import dev.plimsoll.apiserver.flowcontrol.FlowController.Seat;
import dev.plimsoll.apiserver.limits.InFlight;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.request.ApiRequest;
import dev.plimsoll.apiserver.request.RequestInfo;
import dev.plimsoll.apiserver.request.RequestTimeout;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.flowcontrol.FlowRequest;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.User;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How many requests run at a time: seats of the priority level that a request belongs to, within the bounds of the whole server. */
final class RequestSeats {
    static final Refusal.TooManyRequests TOO_MANY =
            new Refusal.TooManyRequests("Too many requests, please try again later.", 1, List.of());

    private final FlowController flows;
    private final InFlight inFlight;

    RequestSeats(FlowController flows, InFlight inFlight) {
        this.flows = flows;
        this.inFlight = inFlight;
    }

    /** Where the request belongs. Sessions and other requests that are passed on are not counted, whoever sends them. */
    @Nullable
    Flow flow(ApiRequest request, User user, RequestInfo info) {
        if (info.verb() != Verb.WATCH && info.isLongRunning(request)) return null;
        var target = info.target();
        var resource =
                target.subresource().isEmpty() ? target.resource() : target.resource() + "/" + target.subresource();
        var verb = target.isResource() ? info.verbWord() : request.method().toLowerCase(Locale.ROOT);
        var flow = flows.classify(
                new FlowRequest(user, verb, target.group(), resource, target.namespace(), request.path()));
        request.context().classified(flow.schemaUid(), flow.levelUid());
        return flow;
    }

    /** Waits for seats, or says that there are none; nothing for those who need none. */
    @Nullable
    Seat enter(ApiRequest request, @Nullable Flow flow, long objects) {
        if (flow == null) return null;
        // Who is no longer waiting is not let in.
        var wait = RequestTimeout.of(request.query()).within(flows.longestWait());
        return switch (flows.enter(flow, flow.width(objects), wait)) {
            case Seat seat -> seat;
            case FlowController.Admission.TurnedAway(var seconds) ->
                throw new RefusedException(new Refusal.TooManyRequests(TOO_MANY.message(), seconds, List.of()));
        };
    }

    /** Refuses what is beyond the bounds of the whole server; who has no more than the part of their level gets in all the same. */
    void requireRoom(ApiRequest request, boolean isWrite, @Nullable Flow flow) {
        if (!inFlight.hasRoom(isWrite, request.context().isExempt()) && (flow == null || !flow.isBelowNominal()))
            throw new RefusedException(TOO_MANY);
    }

    /** Answers while the request counts as running. */
    ApiReply counted(ApiRequest request, boolean isWrite, @Nullable Flow flow, Supplier<ApiReply> answer) {
        if (!inFlight.enter(isWrite, request.context().isExempt())
                && !inFlight.enter(isWrite, flow != null && flow.isWithinNominal()))
            throw new RefusedException(TOO_MANY);
        try {
            return answer.get();
        } finally {
            inFlight.leave(isWrite);
        }
    }
}
