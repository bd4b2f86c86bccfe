package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.PodChange;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.MetadataReader;
import dev.plimsoll.objects.access.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write that admission looks at.
 *
 * @param name empty where the server makes it
 * @param pods what is to be stored and what is stored: mutating steps change the first. Of a deletion, both are what is to go
 * @param others what steps look up to judge the write
 */
public record AdmissionAttributes(
        Operation operation,
        Kind kind,
        String subresource,
        String namespace,
        String name,
        PodChange pods,
        User user,
        boolean dryRun,
        RequestContext context,
        ReviewedObjects others) {
    public AdmissionAttributes(
            Operation operation,
            Kind kind,
            String subresource,
            String namespace,
            String name,
            PodChange pods,
            User user,
            boolean dryRun,
            RequestContext context) {
        this(operation, kind, subresource, namespace, name, pods, user, dryRun, context, new ReviewedObjects());
    }

    /** What is done to the object. */
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE,
        /** Nothing is written: the object is what the request asks for. */
        CONNECT
    }

    public boolean isPod() {
        return kind.is("", "Pod");
    }

    public boolean isNewPod() {
        return isPod() && operation == Operation.CREATE && subresource.isEmpty();
    }

    public boolean isResize() {
        return isPod() && operation == Operation.UPDATE && subresource.equals("resize");
    }

    /** What is to be stored; mutating steps change it. Of a deletion, what is to go. */
    public ObjectNode object() {
        return pods.nextDocument();
    }

    /** What is stored; null for a new object. */
    public @Nullable ObjectNode old() {
        return pods.storedDocument();
    }

    /** The stored object; of an update only. */
    public ObjectNode stored() {
        var old = old();
        if (old == null) throw new IllegalStateException("a new object has no stored one");
        return old;
    }

    public RefusedException forbidden(String why) {
        return new RefusedException(Refusal.Forbidden.of(kind, shownName(), why));
    }

    public RefusedException forbidden(String why, String cause) {
        var causes = cause.isEmpty() ? List.<Refusal.Cause>of() : List.of(new Refusal.Cause(cause, "", ""));
        return new RefusedException(new Refusal.Forbidden(kind.group(), kind.plural(), shownName(), why, causes));
    }

    /** The name, or what is known of it. */
    private String shownName() {
        if (!name.isEmpty()) return name;
        var prefix = MetadataReader.generateName(object());
        return prefix.isEmpty() ? "Unknown" : prefix;
    }
}
