package dev.plimsoll.apiserver.services;

import dev.plimsoll.apiserver.storage.Registry;
import dev.plimsoll.client.ObjectName;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Which node ports are taken: each is a key of its number, so that the store lets only one write make it. */
final class PortClaims {
    private static final String PREFIX = "/allocations/nodeports/";

    private final Registry registry;
    private final InstantSource clock;

    PortClaims(Registry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
    }

    /** Takes a port if nobody has it. */
    boolean take(int port, ObjectName owner) {
        return registry.note(PREFIX + port, text(owner, clock.instant()));
    }

    /** Names are without spaces. */
    private static byte[] text(ObjectName owner, Instant since) {
        return (owner.namespace() + " " + owner.name() + " " + since).getBytes(StandardCharsets.UTF_8);
    }

    /** Gives a port back, if it is still its owner's. */
    void release(int port, ObjectName owner) {
        var noted = registry.noted(PREFIX + port);
        if (noted.revision() == 0) return;
        if (held(port, noted.value()).owner().equals(owner)) registry.removeNote(PREFIX + port, noted.revision());
    }

    /** A claim that was found in the store. */
    record Held(int port, ObjectName owner, Instant since) {}

    private static Held held(int port, byte[] value) {
        var parts = new String(value, StandardCharsets.UTF_8).split(" ", -1);
        return new Held(port, new ObjectName(parts[0], parts[1]), Instant.parse(parts[2]));
    }

    List<Held> all() {
        var all = new ArrayList<Held>();
        registry.notes(PREFIX)
                .forEach((key, value) -> all.add(held(Integer.parseInt(key.substring(PREFIX.length())), value)));
        return all;
    }
}
