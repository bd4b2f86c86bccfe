package dev.plimsoll.apiserver.verbs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.apiserver.decoding.BodyDecoder.Decoded;
import dev.plimsoll.codec.apply.FieldWriter;
import dev.plimsoll.codec.apply.Ownership;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.strategy.ResetFields;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Who owns which field after a write. */
final class FieldManagers {
    private final Strategies strategies;
    private final InstantSource clock;

    FieldManagers(Strategies strategies, InstantSource clock) {
        this.strategies = strategies;
        this.clock = clock;
    }

    void created(Kind kind, Decoded decoded, WriteOptions options) {
        var hidden = shown(decoded);
        ownership(kind, "", options).create(decoded.document());
        hidden.forEach(Runnable::run);
    }

    /** Notes in the document what its writer changed of the stored object. */
    void changed(Kind kind, String subresource, ObjectNode stored, Decoded decoded, WriteOptions options) {
        var document = decoded.document();
        var hidden = shown(decoded);
        var noted = ownership(kind, subresource, options).updated(stored, document);
        document.removeAll();
        document.setAll(noted);
        hidden.forEach(Runnable::run);
    }

    /** Shows the lists that were sent with nothing in them; the answer hides them again. */
    private static List<Runnable> shown(Decoded decoded) {
        var hidden = new ArrayList<Runnable>(decoded.emptyLists().size());
        for (var list : decoded.emptyLists()) hidden.add(list.shown());
        return hidden;
    }

    private Ownership ownership(Kind kind, String subresource, WriteOptions options) {
        return new Ownership(
                strategies.shape(kind), writer(kind, subresource, options), ResetFields.of(kind, subresource));
    }

    FieldWriter writer(Kind kind, String subresource, WriteOptions options) {
        return new FieldWriter(options.fieldManager(), kind.apiVersion(), subresource, clock.instant());
    }
}
