package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.EventColumns;
import dev.plimsoll.codec.table.SimpleColumns;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.KindDescriptor;
import java.util.List;

/** The kinds of events.k8s.io and coordination.k8s.io. */
final class EventKinds {
    static final List<Kind> EVENTS = List.of(KindDescriptor.of("events.k8s.io/v1", "Event", "events")
            .shortNames("ev")
            .shownThrough(new EventConverter())
            .columns(() -> EventColumns.COLUMNS)
            .selectableFields(SelectableFields.REGARDING_EVENTS)
            .build());

    static final List<Kind> COORDINATION = List.of(KindDescriptor.of("coordination.k8s.io/v1", "Lease", "leases")
            .columns(() -> SimpleColumns.LEASES)
            .build());

    private EventKinds() {}
}
