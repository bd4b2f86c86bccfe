package dev.plimsoll.cluster;

import dev.plimsoll.store.etcd.EtcdOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where a cluster keeps what it knows. */
public sealed interface Storage {
    /** Nowhere: it is gone with the process. */
    record Memory() implements Storage {}

    /** In a folder: objects, certificates, the admin's token and what nodes must not forget. */
    record Folder(Path path) implements Storage {}

    /**
     * Objects in etcd, the rest in a folder.
     *
     * @param folderOrNull null to make certificates and tokens anew at every start
     */
    record Etcd(EtcdOptions options, @Nullable Path folderOrNull) implements Storage {}

    /** What survives besides the objects; null if nothing does. */
    default @Nullable Path folderOrNull() {
        return switch (this) {
            case Memory() -> null;
            case Folder(var path) -> path;
            case Etcd(var _, var path) -> path;
        };
    }
}
