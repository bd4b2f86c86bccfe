package dev.plimsoll.cri;

/** Who makes cgroups for the runtime. */
public enum CgroupDriver {
    SYSTEMD,
    CGROUPFS
}
