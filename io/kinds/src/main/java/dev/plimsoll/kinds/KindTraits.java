package dev.plimsoll.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.Columns;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What only the server's own kinds have beyond their names.
 *
 * @param columns what a Table shows, made when a Table is first asked for
 * @param selectableFields what field selectors can name
 * @param defaults fills in what every reading of the kind fills in; changes the document
 * @param prepareNew makes a new object what it is when it is first stored; changes the document
 * @param prepareChange keeps what a change may not touch; changes what was sent
 * @param countedMetadata members of the metadata of which a change counts as a new generation
 * @param statusMetadata members of the metadata that a change of the status brings with it. For most kinds these are all that clients may
 *     write, so that a controller can set an annotation and a condition in one request; some kinds take none, and so do kinds with a definition.
 * @param statusResets fields besides {@code spec} that a change of the status does not own
 * @param storageVersion the version that discovery names as the stored one; empty if it is the kind's own
 * @param deprecation what clients are told of a kind that is on its way out; empty for others
 * @param returnsDeleted whether a deletion is answered with the object as it was last, and not with a Status
 * @param orphansByDefault whether dependents stay when the deletion does not say what becomes of them
 * @param orphanWarning what the client of such a deletion is told; empty for nothing
 */
public record KindTraits(
        Supplier<Columns> columns,
        SelectableFields selectableFields,
        Consumer<ObjectNode> defaults,
        Consumer<ObjectNode> prepareNew,
        Consumer<Change> prepareChange,
        Set<String> countedMetadata,
        List<String> statusMetadata,
        List<String> statusResets,
        String storageVersion,
        String deprecation,
        boolean returnsDeleted,
        boolean orphansByDefault,
        String orphanWarning) {
    /** An object as it was sent and as it is stored. */
    public record Change(ObjectNode sent, ObjectNode stored) {}

    /** Of kinds that a definition describes. */
    public static final KindTraits NONE = new KindTraits(
            Columns::nameAndAge,
            SelectableFields.COMMON,
            _ -> {},
            _ -> {},
            _ -> {},
            Set.of(),
            List.of(),
            List.of(),
            "",
            "",
            false,
            false,
            "");
}
