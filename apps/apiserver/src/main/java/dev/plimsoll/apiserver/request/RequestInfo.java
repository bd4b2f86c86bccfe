package dev.plimsoll.apiserver.request;

import dev.plimsoll.codec.selector.FieldSelector;
import dev.plimsoll.kinds.Verb;
import dev.plimsoll.kinds.documents.MetadataChecks;
import dev.plimsoll.objects.access.Attributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request wants, as authorization, audit and routing see it.
 *
 * @param verb null if no verb of a resource belongs to the method
 * @param name of the object: from the path, or of a list or watch the one that its field selector demands
 * @param fieldSelector of a request for a collection, as it was sent; empty for all others
 */
public record RequestInfo(RequestTarget target, @Nullable Verb verb, String name, String fieldSelector) {
    private static final Set<String> LONG_RUNNING = Set.of("attach", "exec", "log", "portforward", "proxy");
    private static final String BY_NAME = "metadata.name";

    public static RequestInfo of(ApiRequest request) {
        var target = RequestTarget.of(request.path());
        if (!target.isResource()) return new RequestInfo(target, null, "", "");
        var verb = verb(request, target);
        var isCollection = target.name().isEmpty() && !target.watch();
        var fields = isCollection && verb != null && isOfCollection(verb)
                ? request.query().text("fieldSelector")
                : "";
        var named = verb == Verb.LIST || verb == Verb.WATCH ? demandedName(fields) : "";
        return new RequestInfo(target, verb, target.name().isEmpty() ? named : target.name(), fields);
    }

    private static @Nullable Verb verb(ApiRequest request, RequestTarget target) {
        var isCollection = target.name().isEmpty();
        return switch (request.method()) {
            case "GET", "HEAD" -> {
                if (target.watch()) yield Verb.WATCH;
                if (!isCollection) yield Verb.GET;
                yield request.query().flag("watch") ? Verb.WATCH : Verb.LIST;
            }
            // Whoever is behind a proxy answers it; for this server it is a question like any other.
            case "OPTIONS" -> target.subresource().equals("proxy") ? Verb.GET : null;
            case "POST" -> Verb.CREATE;
            case "PUT" -> Verb.UPDATE;
            case "PATCH" -> Verb.PATCH;
            case "DELETE" -> isCollection ? Verb.DELETE_COLLECTION : Verb.DELETE;
            default -> null;
        };
    }

    private static boolean isOfCollection(Verb verb) {
        return verb == Verb.LIST || verb == Verb.WATCH || verb == Verb.DELETE_COLLECTION;
    }

    /** Who lists or watches one object by its name asks for that object, and gets no other. */
    private static String demandedName(String fieldSelector) {
        return FieldSelector.requirements(fieldSelector).stream()
                .filter(requirement -> requirement.field().equals(BY_NAME) && requirement.equals())
                .map(requirement -> requirement.value())
                .findFirst()
                .filter(name -> MetadataChecks.pathSegment(name).isEmpty())
                .orElse("");
    }

    /** Whether it lasts as long as its client likes: a watch, a log, a session. */
    public boolean isLongRunning(ApiRequest request) {
        return verb == Verb.WATCH
                || LONG_RUNNING.contains(target.subresource())
                || (target.isResource() && request.isUpgrade());
    }

    /** The same with another verb. */
    public RequestInfo withVerb(Verb changed) {
        return new RequestInfo(target, changed, name, fieldSelector);
    }

    /** The verb as rules name it; empty if there is none. */
    public String verbWord() {
        if (target.watch()) return Verb.WATCH.word();
        return verb == null ? "" : verb.word();
    }

    /**
     * What must be allowed.
     *
     * @param clusterScoped whether objects of the kind stand in no namespace: then a namespace in the path counts for nothing, so
     *     that nobody's rights in that namespace do either
     */
    public Attributes attributes(boolean clusterScoped) {
        var namespace = clusterScoped && !target.isNamespace() ? "" : target.namespace();
        return new Attributes(
                verbWord(),
                target.group(),
                target.resource(),
                target.subresource(),
                namespace,
                name,
                fieldSelector,
                "");
    }
}
