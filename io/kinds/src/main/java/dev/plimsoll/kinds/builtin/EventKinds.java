package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.selector.SelectableFields;
import dev.plimsoll.codec.table.EventColumns;
import dev.plimsoll.codec.table.SimpleColumns;
import dev.plimsoll.kinds.defaults.DroppedFields;
import dev.plimsoll.kinds.rules.PolicyRules;
import dev.plimsoll.kinds.strategy.builtin.EventStrategy;
import dev.plimsoll.objects.node.LeaseObject;
import java.util.List;

/** The kinds of events.k8s.io and coordination.k8s.io. */
final class EventKinds {
    static final List<KindDescriptor> EVENTS = List.of(KindDescriptor.of("events.k8s.io/v1", "Event", "events")
            .shortNames("ev")
            .shownThrough(new EventConverter())
            .columns(() -> EventColumns.COLUMNS)
            .selectableFields(SelectableFields.REGARDING_EVENTS)
            .strategy(EventStrategy::new)
            .build());

    static final List<KindDescriptor> COORDINATION = List.of(KindDescriptor.of(LeaseObject.KIND)
            .columns(() -> SimpleColumns.LEASES)
            .defaults(DroppedFields.of("spec.strategy", "spec.preferredHolder"))
            .rules(PolicyRules::lease)
            .build());

    private EventKinds() {}
}
