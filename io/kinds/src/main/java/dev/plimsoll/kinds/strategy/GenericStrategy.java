package dev.plimsoll.kinds.strategy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.KindTraits;
import dev.plimsoll.kinds.documents.Canonical;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What most kinds do: the status has its own way in, and a change of anything but metadata and status counts. */
public class GenericStrategy implements Strategy {
    private static final String STATUS = "status";

    private final Kind kind;
    private final @Nullable JsonNode blankStatus;
    private final StatusMetadata statusMetadata;

    public GenericStrategy(StrategySetup setup) {
        this(setup.kind(), setup.shape());
    }

    /** Of a kind with a definition, which the server's own settings do not concern. */
    protected GenericStrategy(Kind kind, KindShape shape) {
        this.kind = kind;
        this.statusMetadata = new StatusMetadata(kind.traits().statusMetadata());
        this.blankStatus = kind.hasStatus() ? blankStatus(shape) : null;
    }

    private static @Nullable JsonNode blankStatus(KindShape shape) {
        return Canonical.of(JsonNodeFactory.instance.objectNode(), shape).get(STATUS);
    }

    @Override
    public void defaults(ObjectNode document) {
        kind.traits().defaults().accept(document);
    }

    @Override
    public void prepareNew(ObjectNode document) {
        wipe(document);
        kind.traits().prepareNew().accept(document);
    }

    private void wipe(ObjectNode document) {
        if (kind.generation()) DocumentMetadata.of(document).put("generation", 1);
        else if (DocumentMetadata.of(document).generation() == 0)
            DocumentMetadata.of(document).remove("generation");
        if (!kind.hasStatus()) return;
        document.remove(STATUS);
        if (blankStatus != null) document.set(STATUS, blankStatus.deepCopy());
    }

    @Override
    public void prepareChange(Write write) {
        if (isOfStatus(write)) {
            var metadata = statusMetadata.read(write.sent());
            keepAllBut(write, STATUS);
            statusMetadata.write(metadata, write.sent());
            return;
        }
        if (kind.hasStatus()) take(write.sent(), write.stored(), STATUS);
        kind.traits().prepareChange().accept(new KindTraits.Change(write.sent(), write.stored()));
        countGeneration(write);
    }

    /** An approval is a condition of the status. */
    private static boolean isOfStatus(Write write) {
        return write.isOf(STATUS) || write.isOf("approval");
    }

    protected final void countGeneration(Write write) {
        var meta = DocumentMetadata.of(write.sent());
        meta.take(DocumentMetadata.of(write.stored()), "generation");
        if (kind.generation() && differs(write.sent(), write.stored())) meta.put("generation", meta.generation() + 1);
    }

    /** Takes everything from the stored object except one member and the managers of fields. */
    protected final void keepAllBut(Write write, String... members) {
        var sent = write.sent();
        var wanted = new ArrayList<@Nullable JsonNode>();
        for (var member : members) wanted.add(sent.get(member));
        var managers = sent.path("metadata").get("managedFields");
        var version = sent.path("metadata").get("resourceVersion");
        sent.removeAll();
        for (var entry : write.stored().properties()) {
            // Metadata and spec are changed after this; the rest is only read, and the two may share it.
            sent.set(
                    entry.getKey(),
                    switch (entry.getKey()) {
                        case "metadata" -> copied(entry.getValue());
                        case "spec" -> entry.getValue().deepCopy();
                        default -> entry.getValue();
                    });
        }
        for (var i = 0; i < members.length; i++) {
            var value = wanted.get(i);
            if (value == null) sent.remove(members[i]);
            else sent.set(members[i], value);
        }
        var metadata = DocumentMetadata.of(sent).node();
        if (managers == null) managers = write.stored().path("metadata").get("managedFields");
        if (managers != null) metadata.set("managedFields", managers);
        if (version != null) metadata.set("resourceVersion", version);
        else metadata.remove("resourceVersion");
    }

    /** A copy without the managers of fields, which are much of it. */
    private static JsonNode copied(JsonNode metadata) {
        if (!(metadata instanceof ObjectNode object)) return metadata;
        var copy = object.objectNode();
        for (var entry : object.properties()) {
            if (!entry.getKey().equals("managedFields"))
                copy.set(entry.getKey(), entry.getValue().deepCopy());
        }
        return copy;
    }

    public static void take(ObjectNode target, ObjectNode source, String member) {
        var value = source.get(member);
        if (value == null) target.remove(member);
        else target.set(member, value.deepCopy());
    }

    /** Whether a change of a member counts as a new generation. */
    protected boolean counts(String member) {
        return !List.of("metadata", STATUS, "kind", "apiVersion").contains(member);
    }

    private boolean differs(ObjectNode sent, ObjectNode stored) {
        return !content(sent).equals(content(stored));
    }

    private ObjectNode content(ObjectNode document) {
        var content = document.objectNode();
        for (var entry : document.properties()) {
            if (counts(entry.getKey())) content.set(entry.getKey(), entry.getValue());
        }
        for (var member : kind.traits().countedMetadata()) {
            content.set("metadata." + member, document.path("metadata").path(member));
        }
        return content;
    }
}
