package dev.plimsoll.benchmarks.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A pod as a watch tells it.
 *
 * @param revision of the store
 */
record SeenPod(String uid, String node, boolean isRunning, boolean isOfDeployment, boolean isGoing, long revision) {
    static SeenPod of(ObjectNode document) {
        return new SeenPod(
                document.at("/metadata/uid").asText(),
                document.at("/spec/nodeName").asText(),
                document.at("/status/phase").asText().equals("Running"),
                document.at("/metadata/ownerReferences").size() > 0,
                document.at("/metadata").has("deletionTimestamp"),
                document.at("/metadata/resourceVersion").asLong());
    }
}
