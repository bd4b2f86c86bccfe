package dev.plimsoll.objects.node;

import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.objects.ObjectDraft;
import dev.plimsoll.objects.tree.DraftNode;
import dev.plimsoll.objects.tree.Timestamps;
import java.time.Duration;
import java.time.Instant;

/** A lease by which a program says that it is there; nobody else competes for it. */
public final class LeaseDraft extends ObjectDraft {
    /** @param duration after which the holder counts as gone */
    public LeaseDraft(ObjectName name, String holder, Duration duration, Instant now) {
        super(ApiResource.LEASES, name);
        spec().put("holderIdentity", holder)
                .put("leaseDurationSeconds", duration.toSeconds())
                .put("renewTime", Timestamps.micros(now));
    }

    /** The change of a lease that is there already. */
    public Patch renewal() {
        return new Patch.Merge(
                DraftNode.empty().set("spec", root().path("spec")).node());
    }
}
