package dev.plimsoll.cli.store;

import dev.plimsoll.cli.apiserver.EtcdFlags;
import dev.plimsoll.cli.store.StoreCommandReport.Output;
import dev.plimsoll.store.etcd.EtcdOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which store, and how to answer. */
final class StoreOptions {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data folder, as plimsoll up and plimsoll apiserver take it (default: ~/.plimsoll).")
    private Path data = Path.of(System.getProperty("user.home"), ".plimsoll");

    @Mixin
    private EtcdFlags etcd = new EtcdFlags();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            description = "Sentences, or an object for scripts (default: ${DEFAULT-VALUE}).",
            defaultValue = "text")
    private Output output = Output.text;

    /** What is wrong with the options; empty if nothing is. */
    String problem() {
        return isEtcd() ? etcd.problem() : "";
    }

    boolean isEtcd() {
        return !etcd.endpoints().isEmpty();
    }

    EtcdOptions etcd() {
        return etcd.options();
    }

    Path data() {
        return data;
    }

    Output output() {
        return output;
    }

    /** The folder of the store: the one named "store", unless the files lie in the given folder itself. */
    Path folder() {
        return isStore(data) ? data : data.resolve("store");
    }

    boolean exists() {
        return isStore(folder());
    }

    private static boolean isStore(Path folder) {
        return Files.exists(folder.resolve("store.db")) || Files.exists(folder.resolve("high-water-mark"));
    }

    String missing() {
        return "there is no store in " + data + ": give the data folder of the cluster with --data DIR";
    }
}
