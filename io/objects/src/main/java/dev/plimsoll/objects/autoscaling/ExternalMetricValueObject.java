package dev.plimsoll.objects.autoscaling;

import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.textMap;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.objects.ApiObject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A value of external.metrics.k8s.io. */
public final class ExternalMetricValueObject extends ApiObject {
    public ExternalMetricValueObject(ObjectNode document) {
        super(document);
    }

    public Map<String, String> metricLabels() {
        return textMap(document(), "metricLabels");
    }

    /** When it was measured. */
    public Optional<Instant> timestamp() {
        return time(document(), "timestamp");
    }

    /** Empty where it is no quantity. */
    public Optional<Quantity> value() {
        return Quantity.parse(text(document(), "value")) instanceof ParsedQuantity.Parsed(var quantity)
                ? Optional.of(quantity)
                : Optional.empty();
    }
}
