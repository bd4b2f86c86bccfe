package dev.plimsoll.cli.clusters;

import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/** A cluster becomes a context of the kubeconfig file that kubectl reads. */
public final class KubeconfigMerge {
    private KubeconfigMerge() {}

    /**
     * Tries whether a cluster could be merged.
     *
     * @throws IOException that says why not
     */
    public static void check(Map<String, String> environment) throws IOException {
        MergedKubeconfig.check(MergedKubeconfig.usual(environment));
    }

    /** Merges it, writes down where, and says what changed. */
    public static String into(ClusterRecords records, ClusterRecord cluster, Map<String, String> environment)
            throws IOException {
        var file = MergedKubeconfig.usual(environment);
        var before = MergedKubeconfig.add(file, Files.readString(cluster.kubeconfig()), cluster.context());
        records.write(cluster.mergedInto(file));
        var text = "the current context of " + file + " is now " + cluster.context();
        if (before.isEmpty() || before.equals(cluster.context())) return text;
        return text + " (it was " + before + ": kubectl config use-context " + before + ")";
    }
}
