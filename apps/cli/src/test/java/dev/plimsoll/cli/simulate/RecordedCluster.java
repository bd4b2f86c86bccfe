package dev.plimsoll.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ObjectSelection;
import dev.plimsoll.client.Page;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.ResourceList;
import dev.plimsoll.snapshot.Snapshot;
import dev.plimsoll.snapshot.SnapshotKinds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the API of a cluster that runs listed at one moment. */
record RecordedCluster(List<ObjectNode> documents, Instant taken) {
    static RecordedCluster of(ApiClient client) {
        var documents = new ArrayList<ObjectNode>();
        for (var kind : SnapshotKinds.ALL) {
            if (client.list(kind.resource(), ObjectSelection.ALL, Page.ALL)
                    instanceof RequestResult.Done<ResourceList>(var list)) {
                for (var item : list.items()) {
                    var copy = item.deepCopy();
                    copy.put("apiVersion", kind.resource().apiVersion())
                            .put("kind", kind.resource().kind());
                    documents.add(copy);
                }
            }
        }
        return new RecordedCluster(documents, Instant.now());
    }

    Snapshot snapshot() {
        return SampleCluster.snapshot(documents, taken);
    }
}
