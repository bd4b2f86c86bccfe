package dev.plimsoll.linux.cgroup;

import java.nio.file.Files;
import java.nio.file.Path;

/** Which cgroups a machine has. */
public enum CgroupVersion {
    V2,
    /** Version 1 with an empty version 2 beside it. */
    HYBRID,
    V1,
    NONE;

    /**
     * Looks at where cgroups are mounted.
     *
     * @param mount {@code /sys/fs/cgroup}
     */
    public static CgroupVersion of(Path mount) {
        if (Files.exists(mount.resolve("cgroup.controllers"))) return V2;
        if (Files.exists(mount.resolve("unified/cgroup.controllers"))) return HYBRID;
        return Files.isDirectory(mount.resolve("memory")) || Files.isDirectory(mount.resolve("cpu")) ? V1 : NONE;
    }
}
