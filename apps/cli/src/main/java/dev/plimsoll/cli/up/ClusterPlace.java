package dev.plimsoll.cli.up;

import dev.plimsoll.cli.apiserver.EtcdFlags;
import dev.plimsoll.cli.clusters.records.ClusterName;
import dev.plimsoll.cli.clusters.records.ClusterRecord;
import dev.plimsoll.cli.clusters.records.ClusterRecords;
import dev.plimsoll.cluster.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a cluster is called and where it keeps what it has: objects, certificates and its kubeconfig. */
final class ClusterPlace {
    private static final String DEFAULT = "default";

    private final ClusterRecords records = ClusterRecords.ofUser();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What status, stop, delete and logs call it; its folder is ~/.plimsoll/clusters/NAME, unless "
                    + "--data says otherwise (default: by its folder).")
    private String name = "";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep objects, certificates and the state of nodes in this folder (default: ~/.plimsoll).")
    private @Nullable Path data;

    @Option(names = "--ephemeral", description = "Keep everything in memory.")
    private boolean ephemeral;

    @Mixin
    private EtcdFlags etcd = new EtcdFlags();

    @Option(
            names = "--kubeconfig-out",
            paramLabel = "FILE",
            description = {
                "Write the kubeconfig there (default: kubeconfig in the data folder, or ./plimsoll.kubeconfig).",
                "A file that plimsoll did not write is left alone."
            })
    private @Nullable Path kubeconfigOut;

    @Option(names = "--overwrite-kubeconfig", description = "Write it even over a file of somebody else.")
    private boolean overwrite;

    /** What is wrong with the options; empty if nothing is. */
    String problem() {
        if (!etcd.problem().isEmpty()) return etcd.problem();
        if (ephemeral && (data != null || !etcd.endpoints().isEmpty()))
            return "--ephemeral keeps nothing: it goes neither with --data nor with --etcd";
        return name.isEmpty() ? "" : ClusterName.problem(name);
    }

    boolean isNamed() {
        return !name.isEmpty();
    }

    /** The name that was given, or one that says where it is. */
    String name(List<ClusterRecord> known) {
        if (!name.isEmpty()) return name;
        var folder = folder();
        if (folder != null && folder.equals(records.dataOf(DEFAULT).toAbsolutePath())) return DEFAULT;
        return ClusterName.suggested(folder, ephemeral ? "ephemeral" : "etcd", known);
    }

    /** Where it keeps what it has; null if nothing is kept here. */
    @Nullable
    Path folder() {
        if (ephemeral) return null;
        if (data != null) return data.toAbsolutePath().normalize();
        if (!etcd.endpoints().isEmpty()) return null;
        return records.dataOf(name.isEmpty() ? DEFAULT : name).toAbsolutePath();
    }

    /** Whether a cluster that runs has the name or the folder already; empty if not. */
    String taken(List<ClusterRecord> known) {
        var folder = folder();
        for (var cluster : known) {
            if (!cluster.isRunning()) continue;
            var isSame = cluster.name().equals(name) || (folder != null && folder.equals(cluster.dataOrNull()));
            if (isSame) {
                return "cluster " + cluster.name() + " runs already (process " + cluster.pid() + ", " + cluster.url()
                        + "): use it with --context " + cluster.context() + ", end it with plimsoll stop "
                        + cluster.name() + ", or start another with --name NAME";
            }
        }
        return "";
    }

    Storage storage() {
        var folder = folder();
        if (!etcd.endpoints().isEmpty()) return new Storage.Etcd(etcd.options(), folder);
        return folder == null ? new Storage.Memory() : new Storage.Folder(folder);
    }

    /**
     * Where its kubeconfig goes, with the folders tried out.
     *
     * @throws IOException that says what is wrong and what to do
     */
    Path kubeconfig() throws IOException {
        var folder = folder();
        if (folder != null) WritableFolder.prepare(folder, "--data DIR");
        var file = kubeconfigOut == null && folder != null ? folder.resolve("kubeconfig") : kubeconfigOutside();
        if (overwrite || KubeconfigFile.isFree(file)) return file;
        throw new IOException(file + " is there already and was not written by plimsoll: choose another with "
                + "--kubeconfig-out FILE, or give --overwrite-kubeconfig");
    }

    private Path kubeconfigOutside() throws IOException {
        var unnamed = name.isEmpty() ? "plimsoll.kubeconfig" : "plimsoll-" + name + ".kubeconfig";
        var file = (kubeconfigOut == null ? Path.of(unnamed) : kubeconfigOut).toAbsolutePath();
        var parent = file.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new IOException(file + ": its folder does not exist; create it, or choose another file with "
                    + "--kubeconfig-out FILE");
        }
        WritableFolder.prepare(parent, "--kubeconfig-out FILE");
        if (Files.isDirectory(file))
            throw new IOException(file + " is a folder; choose a file with --kubeconfig-out FILE");
        return file;
    }
}
