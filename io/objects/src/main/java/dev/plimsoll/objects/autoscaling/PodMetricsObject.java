package dev.plimsoll.objects.autoscaling;

import static dev.plimsoll.objects.tree.DocumentFields.text;
import static dev.plimsoll.objects.tree.DocumentFields.time;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.codec.view.AmountsReader;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.workloads.horizontal.PodMetricUsage;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a pod uses, as metrics.k8s.io says. */
public final class PodMetricsObject extends ApiObject {
    public static final ObjectKind<PodMetricsObject> KIND = new ObjectKind<>(
            ApiResource.namespaced("metrics.k8s.io", "v1beta1", "pods", "PodMetrics"),
            PodMetricsObject.class,
            PodMetricsObject::new);

    private static final Duration USUAL_WINDOW = Duration.ofMinutes(1);

    public PodMetricsObject(ObjectNode document) {
        super(document);
    }

    /** Empty where it does not say when that was. */
    public Optional<PodMetricUsage> usage() {
        return timestamp().map(time -> new PodMetricUsage(containers(), time, window()));
    }

    /** When it was measured. */
    public Optional<Instant> timestamp() {
        return time(document(), "timestamp");
    }

    /** By the names of containers. */
    public Map<String, ResourceAmounts> containers() {
        var containers = new HashMap<String, ResourceAmounts>();
        for (var container : document().path("containers")) {
            containers.put(text(container, "name"), AmountsReader.amounts(container.path("usage")));
        }
        return containers;
    }

    /** As Go writes lengths of time: {@code 30s}, {@code 1m0s}, {@code 17.5s}. */
    private Duration window() {
        var text = text(document(), "window");
        try {
            return text.isEmpty() ? USUAL_WINDOW : Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
        } catch (DateTimeParseException _) {
            return USUAL_WINDOW;
        }
    }
}
