package dev.plimsoll.cli.recommend;

import java.time.Instant;

/**
 * What a report says of itself.
 *
 * @param cluster the address of the API server
 * @param scope the namespace; empty for the whole cluster
 * @param source where use comes from, as people read it
 */
record ReportContext(String cluster, String scope, String source, Instant made) {
    String where() {
        return scope.isEmpty() ? "cluster " + cluster : "namespace " + scope + " of " + cluster;
    }
}
