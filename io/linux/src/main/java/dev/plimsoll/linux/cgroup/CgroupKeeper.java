package dev.plimsoll.linux.cgroup;

import java.io.IOException;
import java.util.List;

/** Somebody beside the node who writes to cgroups, and so is told what is to be in them. */
public interface CgroupKeeper {
    /** Nobody but the node. */
    CgroupKeeper NONE = new CgroupKeeper() {
        @Override
        public void set(String cgroup, List<CgroupSetting> settings) {
            // The node writes the files.
        }

        @Override
        public boolean switchesControllers() {
            return false;
        }

        @Override
        public void remove(String cgroup) {
            // It is gone with its folder.
        }
    };

    /** A cgroup is made, if it is not there, or has other values from now on. */
    void set(String cgroup, List<CgroupSetting> settings) throws IOException;

    /** Whether it switches controllers off where it sees no need of them, so that a cgroup without one is a cgroup all the same. */
    boolean switchesControllers();

    /** The cgroup is no more. */
    void remove(String cgroup) throws IOException;
}
