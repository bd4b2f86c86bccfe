package dev.plimsoll.apiserver.http;

import dev.plimsoll.apiserver.components.ComponentStatuses;
import dev.plimsoll.apiserver.nodes.PodLogs;
import dev.plimsoll.apiserver.proxy.ConnectAdmission;
import dev.plimsoll.apiserver.proxy.PodStreams;
import dev.plimsoll.apiserver.proxy.ProxyHandler;
import dev.plimsoll.apiserver.request.ApiReply;
import dev.plimsoll.apiserver.verbs.BindingHandler;
import dev.plimsoll.apiserver.verbs.Call;
import dev.plimsoll.apiserver.verbs.CreateHandler;
import dev.plimsoll.apiserver.verbs.DeleteHandler;
import dev.plimsoll.apiserver.verbs.EvictionHandler;
import dev.plimsoll.apiserver.verbs.GetHandler;
import dev.plimsoll.apiserver.verbs.ListSelection;
import dev.plimsoll.apiserver.verbs.PatchHandler;
import dev.plimsoll.apiserver.verbs.ReviewHandler;
import dev.plimsoll.apiserver.verbs.ScaleHandler;
import dev.plimsoll.apiserver.verbs.TokenRequests;
import dev.plimsoll.apiserver.verbs.UpdateHandler;
import dev.plimsoll.apiserver.verbs.VerbResult;
import dev.plimsoll.apiserver.verbs.WatchHandler;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.Subresource;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import java.util.Set;

/** Requests for objects: finds the verb that answers. */
public final class ResourceRoutes {
    private final Presentation presentation;
    private final Verbs verbs;

    /** All that can be done to objects. */
    public record Verbs(
            GetHandler reading,
            WatchHandler watching,
            CreateHandler creating,
            UpdateHandler changing,
            PatchHandler patching,
            DeleteHandler deleting,
            BindingHandler binding,
            EvictionHandler evicting,
            ScaleHandler scaling,
            ReviewHandler reviews,
            TokenRequests tokens,
            PodLogs logs,
            PodStreams streams,
            ProxyHandler proxies,
            ConnectAdmission connecting,
            ComponentStatuses components) {}

    public ResourceRoutes(java.time.InstantSource clock, Verbs verbs) {
        this.presentation = new Presentation(clock);
        this.verbs = verbs;
    }

    ApiReply answer(Call call, Verb verb) {
        return switch (verb) {
            case GET -> get(call);
            case LIST ->
                presentation.list(
                        call,
                        isComponents(call)
                                ? verbs.components().list(call)
                                : verbs.reading().list(call));
            case WATCH -> verbs.watching().watch(call, presentation.show(call));
            case CREATE -> presentation.outcome(call, create(call));
            case UPDATE ->
                presentation.outcome(
                        call,
                        isScale(call)
                                ? verbs.scaling().update(call)
                                : verbs.changing().update(call));
            case PATCH ->
                presentation.outcome(
                        call,
                        isScale(call)
                                ? verbs.scaling().patch(call)
                                : verbs.patching().patch(call));
            case DELETE -> presentation.outcome(call, verbs.deleting().delete(call));
            case DELETE_COLLECTION ->
                presentation.outcome(call, verbs.deleting().deleteCollection(call, ListSelection.of(call)));
        };
    }

    /** How many objects a request has to look at: one, unless it lists. */
    long objects(Call call, Verb verb) {
        return verb == Verb.LIST && call.kind().isStored() ? verbs.reading().listSize(call) : 1;
    }

    /** Refuses what cannot be done at this path (404, 405). */
    static void requireAllowed(Call call, Verb verb) {
        if (!allowed(call, verb).contains(verb)) throw new RefusedException(new Refusal.MethodNotAllowed());
    }

    /** What the path allows. */
    private static Set<Verb> allowed(Call call, Verb verb) {
        if (!call.subresource().isEmpty()) {
            var part = call.kind()
                    .subresource(call.subresource())
                    .orElseThrow(() -> new RefusedException(new Refusal.NoResource()));
            return part.verbs();
        }
        var misplaced = verb == Verb.CREATE ? !call.name().isEmpty() : isUnnamed(call, verb);
        return misplaced ? Set.of() : call.kind().verbs();
    }

    private static boolean isUnnamed(Call call, Verb verb) {
        return call.name().isEmpty() && (verb == Verb.UPDATE || verb == Verb.PATCH);
    }

    private static boolean isScale(Call call) {
        return call.subresource().equals("scale");
    }

    private static boolean isComponents(Call call) {
        return call.kind().is("", "ComponentStatus");
    }

    private ApiReply get(Call call) {
        if (call.subresource().equals("log")) return verbs.logs().read(call);
        if (isScale(call)) return presentation.outcome(call, verbs.scaling().get(call));
        if (isComponents(call))
            return presentation.one(call, 200, verbs.components().get(call));
        return presentation.one(call, 200, verbs.reading().get(call).bytes());
    }

    /** Whether a request is handed on, and not answered here. */
    static boolean connects(Call call) {
        return call.kind()
                .subresource(call.subresource())
                .map(Subresource::connects)
                .orElse(false);
    }

    /** Whether it is a session in a container. */
    static boolean isSession(Call call) {
        return connects(call) && !call.subresource().equals("proxy");
    }

    ApiReply connect(Call call) {
        verbs.connecting().admit(call);
        return isSession(call) ? verbs.streams().open(call) : verbs.proxies().answer(call);
    }

    private VerbResult create(Call call) {
        return switch (call.subresource()) {
            case "" -> createObject(call);
            case "binding" -> verbs.binding().bind(call);
            case "eviction" -> verbs.evicting().evict(call);
            case "token" -> verbs.tokens().create(call);
            default -> throw new RefusedException(new Refusal.MethodNotAllowed());
        };
    }

    private VerbResult createObject(Call call) {
        Kind kind = call.kind();
        if (kind.is("", "Binding")) return verbs.binding().bind(call);
        return kind.isStored() ? verbs.creating().create(call) : verbs.reviews().create(call);
    }
}
