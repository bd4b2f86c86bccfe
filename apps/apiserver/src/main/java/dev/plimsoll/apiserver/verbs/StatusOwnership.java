package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.apply.FieldWriter;
import dev.plimsoll.codec.apply.Ownership;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.strategy.ResetFields;
import java.time.InstantSource;

/** Notes who owns the fields of a status that the server itself writes. */
public final class StatusOwnership {
    private final Strategies strategies;
    private final InstantSource clock;

    public StatusOwnership(Strategies strategies, InstantSource clock) {
        this.strategies = strategies;
        this.clock = clock;
    }

    /** The next object with its owners; the times of the stored entries stay if nothing changes. */
    public ObjectNode noted(Kind kind, ObjectNode stored, ObjectNode next, String manager) {
        var writer = new FieldWriter(manager, kind.apiVersion(), "status", clock.instant());
        return new Ownership(strategies.shape(kind), writer, ResetFields.of(kind, "status")).updated(stored, next);
    }
}
