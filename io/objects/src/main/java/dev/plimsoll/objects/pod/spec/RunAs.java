package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.numberOrNull;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * What both a pod and a container can say about how processes run. Members are null where nothing is said.
 *
 * @param seccompOrNull which system calls are let through
 * @param appArmorOrNull what files and capabilities may be used
 */
public record RunAs(
        @Nullable Long userOrNull,
        @Nullable Long groupOrNull,
        @Nullable Boolean nonRootOrNull,
        @Nullable ProfileReference seccompOrNull,
        @Nullable ProfileReference appArmorOrNull) {
    static RunAs read(JsonNode context) {
        return new RunAs(
                numberOrNull(context, "runAsUser"),
                numberOrNull(context, "runAsGroup"),
                has(context, "runAsNonRoot") ? flag(context, "runAsNonRoot") : null,
                ProfileReference.orNull(context, "seccompProfile"),
                ProfileReference.orNull(context, "appArmorProfile"));
    }

    /** This, and what the other says where this says nothing. */
    public RunAs or(RunAs other) {
        return new RunAs(
                userOrNull == null ? other.userOrNull : userOrNull,
                groupOrNull == null ? other.groupOrNull : groupOrNull,
                nonRootOrNull == null ? other.nonRootOrNull : nonRootOrNull,
                seccompOrNull == null ? other.seccompOrNull : seccompOrNull,
                appArmorOrNull == null ? other.appArmorOrNull : appArmorOrNull);
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
}
