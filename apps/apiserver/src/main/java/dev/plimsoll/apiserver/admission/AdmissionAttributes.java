package dev.plimsoll.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.request.RequestContext;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.documents.PodChange;
import dev.plimsoll.kinds.refusal.Refusal;
import dev.plimsoll.kinds.refusal.RefusedException;
import dev.plimsoll.objects.access.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write that admission looks at.
 *
 * @param object what is to be stored; mutating steps change it. For a deletion, what is to go
 * @param old what is stored; null for a new object
 * @param pods the two as the core sees them, if they are pods
 */
public record AdmissionAttributes(
        Operation operation,
        Kind kind,
        String subresource,
        String namespace,
        String name,
        ObjectNode object,
        @Nullable ObjectNode old,
        User user,
        boolean dryRun,
        RequestContext context,
        PodChange pods) {
    /** A write of which nothing has been read yet. */
    public AdmissionAttributes(
            Operation operation,
            Kind kind,
            String subresource,
            String namespace,
            String name,
            ObjectNode object,
            @Nullable ObjectNode old,
            User user,
            boolean dryRun,
            RequestContext context) {
        this(
                operation,
                kind,
                subresource,
                namespace,
                name,
                object,
                old,
                user,
                dryRun,
                context,
                new PodChange(object, old));
    }

    /** What is done to the object. */
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE
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

    /** The stored object; of an update only. */
    public ObjectNode stored() {
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
        var prefix = object.path("metadata").path("generateName").asText();
        return prefix.isEmpty() ? "Unknown" : prefix;
    }
}
