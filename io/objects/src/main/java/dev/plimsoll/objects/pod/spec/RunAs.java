package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.numberOrNull;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * What both a pod and a container can say about how processes run. Members are null where nothing is said.
 *
 * @param seccompTypeOrNull such as {@code RuntimeDefault}
 */
public record RunAs(
        @Nullable Long userOrNull,
        @Nullable Long groupOrNull,
        @Nullable Boolean nonRootOrNull,
        @Nullable String seccompTypeOrNull) {
    static RunAs read(JsonNode context) {
        return new RunAs(
                numberOrNull(context, "runAsUser"),
                numberOrNull(context, "runAsGroup"),
                has(context, "runAsNonRoot") ? flag(context, "runAsNonRoot") : null,
                has(context, "seccompProfile") ? text(context.path("seccompProfile"), "type") : null);
    }

    /** This, and what the other says where this says nothing. */
    public RunAs or(RunAs other) {
        return new RunAs(
                userOrNull == null ? other.userOrNull : userOrNull,
                groupOrNull == null ? other.groupOrNull : groupOrNull,
                nonRootOrNull == null ? other.nonRootOrNull : nonRootOrNull,
                seccompTypeOrNull == null ? other.seccompTypeOrNull : seccompTypeOrNull);
    }

    /** The user; the default where nobody names one. */
    public long userOr(long unsaid) {
        return userOrNull == null ? unsaid : userOrNull;
    }

    public long groupOr(long unsaid) {
        return groupOrNull == null ? unsaid : groupOrNull;
    }

    public boolean isNonRoot() {
        return Boolean.TRUE.equals(nonRootOrNull);
    }

    /** Empty where nobody names one. */
    public String seccompType() {
        return seccompTypeOrNull == null ? "" : seccompTypeOrNull;
    }
}
