package dev.plimsoll.autoscaler.recommender;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.autoscaler.cluster.Documents;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the containers of one pod used at one time, from metrics.k8s.io. */
record PodSample(ObjectName pod, long time, Map<String, ResourceAmounts> containers) {
    PodSample {
        containers = Map.copyOf(containers);
    }

    /** Empty where the document cannot be read. */
    static Optional<PodSample> of(JsonNode document) {
        try {
            var containers = new HashMap<String, ResourceAmounts>();
            for (var container : document.path("containers")) {
                containers.put(container.path("name").asText(), Documents.amounts(container.path("usage")));
            }
            return Documents.time(document.path("timestamp"))
                    .map(time -> new PodSample(ObjectName.of(document), time.toEpochMilli(), containers));
        } catch (Documents.Malformed _) {
            return Optional.empty();
        }
    }
}
