package dev.plimsoll.objects.node;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.tree.DraftNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** A lease by which a program says that it is there; nobody else competes for it. */
public final class LeaseDraft extends ObjectDraft {
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** @param duration after which the holder counts as gone */
    public LeaseDraft(ObjectName name, String holder, Duration duration, Instant now) {
        super(ApiResource.LEASES, name);
        spec().put("holderIdentity", holder)
                .put("leaseDurationSeconds", duration.toSeconds())
                .put("renewTime", MICROS.format(now));
    }

    /** The change of a lease that is there already. */
    public Patch renewal() {
        return new Patch.Merge(
                DraftNode.empty().set("spec", root().path("spec")).node());
    }
}
