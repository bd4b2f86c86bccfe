package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.decoding.BodyDecoder.Decoded;
import dev.plimsoll.codec.apply.FieldWriter;
import dev.plimsoll.codec.apply.Ownership;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.documents.EmptyList;
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

    void created(Kind kind, Decoded decoded, WriteOptions options) {
        changed(kind, "", strategies.shape(kind).readableBlank(), decoded, options);
    }

    /** Notes in the document what its writer changed of the stored object. */
    void changed(Kind kind, String subresource, ObjectNode stored, Decoded decoded, WriteOptions options) {
        var document = decoded.document();
        var ownership = new Ownership(
                strategies.shape(kind), writer(kind, subresource, options), ResetFields.of(kind, subresource));
        var hidden = decoded.emptyLists().stream().map(EmptyList::shown).toList();
        var noted = ownership.updated(stored, document);
        document.removeAll();
        document.setAll(noted);
        hidden.forEach(Runnable::run);
    }

    FieldWriter writer(Kind kind, String subresource, WriteOptions options) {
        return new FieldWriter(options.fieldManager(), kind.apiVersion(), subresource, clock.instant());
    }
}
