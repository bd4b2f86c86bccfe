package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.apply.FieldWriter;
import dev.plimsoll.codec.apply.Ownership;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.strategy.ResetFields;
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
        changed(kind, "", strategies.shape(kind).readableBlank(), document, options);
    }

    /** Notes in the document what its writer changed of the stored object. */
    void changed(Kind kind, String subresource, ObjectNode stored, ObjectNode document, WriteOptions options) {
        var ownership = new Ownership(
                strategies.shape(kind), writer(kind, subresource, options), ResetFields.of(kind, subresource));
        var noted = ownership.updated(stored, document);
        document.removeAll();
        document.setAll(noted);
    }

    FieldWriter writer(Kind kind, String subresource, WriteOptions options) {
        return new FieldWriter(options.fieldManager(), kind.apiVersion(), subresource, clock.instant());
    }
}
