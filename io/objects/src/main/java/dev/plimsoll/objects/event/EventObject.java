package dev.plimsoll.objects.event;

import static dev.plimsoll.objects.tree.DocumentFields.integer;
import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An event, as version v1 of the core group has it. */
public final class EventObject extends ApiObject {
    public static final ObjectKind<EventObject> KIND =
            new ObjectKind<>(ApiResource.EVENTS, EventObject.class, EventObject::new);

    private static final List<String> TIMES = List.of("lastTimestamp", "eventTime", "firstTimestamp");

    public EventObject(ObjectNode document) {
        super(document);
    }

    /** {@code Normal} or {@code Warning}. */
    public String type() {
        return text(document(), "type");
    }

    public String reason() {
        return text(document(), "reason");
    }

    public String message() {
        return text(document(), "message");
    }

    /** The uid of the object that it is about. */
    public String aboutUid() {
        return text(involved(), "uid");
    }

    public String aboutKind() {
        return text(involved(), "kind");
    }

    public String aboutName() {
        return text(involved(), "name");
    }

    private JsonNode involved() {
        return document().path("involvedObject");
    }

    /** How often it happened. */
    public int count() {
        return integer(document(), "count", integer(document().path("series"), "count", 1));
    }

    /** When it happened last. */
    public Instant lastTime() {
        return TIMES.stream()
                .map(field -> time(document(), field))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> metadata().created());
    }
}
