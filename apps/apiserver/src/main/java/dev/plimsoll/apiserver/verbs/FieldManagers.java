package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.apply.FieldWriter;
import dev.plimsoll.codec.apply.Ownership;
import dev.plimsoll.codec.apply.OwnershipFilter;
import dev.plimsoll.codec.apply.ResetFields;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.strategy.builtin.Strategies;
import java.time.InstantSource;

/** Who owns which field after a write. */
final class FieldManagers {
    private final Strategies strategies;
    private final InstantSource clock;

    FieldManagers(Strategies strategies, InstantSource clock) {
        this.strategies = strategies;
        this.clock = clock;
    }

    void created(Kind kind, ObjectNode document, WriteOptions options) {
        changed(kind, "", strategies.shape(kind).blank(), document, options);
    }

    /** Notes in the document what its writer changed of the stored object. */
    void changed(Kind kind, String subresource, ObjectNode stored, ObjectNode document, WriteOptions options) {
        var ownership =
                new Ownership(strategies.shape(kind), writer(kind, subresource, options), filter(kind, subresource));
        var noted = ownership.updated(stored, document);
        document.removeAll();
        document.setAll(noted);
    }

    FieldWriter writer(Kind kind, String subresource, WriteOptions options) {
        return new FieldWriter(options.fieldManager(), kind.apiVersion(), subresource, clock.instant());
    }

    static OwnershipFilter filter(Kind kind, String subresource) {
        if (kind.extension() == null) return ResetFields.of(kind.name(), subresource);
        if (subresource.equals("status")) return OwnershipFilter.except("spec", "metadata");
        return kind.hasStatus() ? OwnershipFilter.except("status") : OwnershipFilter.everything();
    }
}
