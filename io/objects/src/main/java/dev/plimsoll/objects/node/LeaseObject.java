package dev.plimsoll.objects.node;

import static dev.plimsoll.objects.tree.DocumentFields.number;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.time.Instant;

/** A lease: who holds it, and when that was last said. */
public final class LeaseObject extends ApiObject {
    public static final ObjectKind<LeaseObject> KIND =
            new ObjectKind<>(ApiResource.LEASES, LeaseObject.class, LeaseObject::new);

    public LeaseObject(ObjectNode document) {
        super(document);
    }

    /** As it is written: it is another machine's clock, and compared for equality only. */
    public String renewTime() {
        return text(specNode(), "renewTime");
    }

    /** Empty where nobody holds it. */
    public String holder() {
        return text(specNode(), "holderIdentity");
    }

    /** Until when its holder has it without another renewal, by the holder's clock. */
    public Instant heldUntil() {
        return lastHeard().plusSeconds(number(specNode(), "leaseDurationSeconds", 0));
    }

    /** When its holder was last heard of: at the last renewal, or when the lease was made. */
    public Instant lastHeard() {
        return time(specNode(), "renewTime").orElseGet(() -> metadata().created());
    }
}
