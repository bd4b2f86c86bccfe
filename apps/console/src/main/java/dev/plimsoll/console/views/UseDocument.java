package dev.plimsoll.console.views;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.console.cluster.UseHistory;
import java.util.List;

/** Use over the last hour, as rows of time, request and use; -1 where nothing is known. */
final class UseDocument {
    private UseDocument() {}

    /** @param name a node where its namespace is empty */
    static void put(ObjectNode document, UseHistory history, ObjectName name) {
        var use = document.putObject("use");
        rows(use, "cpu", history.cpu(name));
        rows(use, "memory", history.memory(name));
    }

    private static void rows(ObjectNode use, String resource, List<UseHistory.Point> points) {
        var rows = use.putArray(resource);
        for (var point : points)
            rows.addArray()
                    .add(point.when().toEpochMilli())
                    .add(point.requested())
                    .add(point.used());
    }
}
