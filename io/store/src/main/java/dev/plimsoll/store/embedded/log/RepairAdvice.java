package dev.plimsoll.store.embedded.log;

import java.nio.file.Path;

/** What to do about a store that cannot go on: the commands, as a user types them. */
public final class RepairAdvice {
    private RepairAdvice() {}

    public static String forDamage(Path folder) {
        var data = data(folder);
        return "\"plimsoll store check --data " + data + "\" reports all damage; \"plimsoll store restore --data "
                + data
                + " --from BACKUP\" puts a backup in its place and keeps these files aside; \"plimsoll store salvage --data "
                + data + "\" keeps what can be proven whole.";
    }

    static String forNoRoom(Path folder) {
        return "Free disk space, or delete objects: history is compacted every few minutes. With the server stopped, \"plimsoll"
                + " store compact --data " + data(folder) + "\" makes the files smaller.";
    }

    /** What the programs are given as --data; the store is the folder "store" in it. */
    private static Path data(Path folder) {
        var above = folder.toAbsolutePath().getParent();
        return folder.endsWith("store") && above != null ? above : folder;
    }
}
