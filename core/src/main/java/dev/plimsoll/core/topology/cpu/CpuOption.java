package dev.plimsoll.core.topology.cpu;

/** An option of the static CPU policy. */
public enum CpuOption {
    FULL_PCPUS_ONLY("full-pcpus-only", Group.GA),
    STRICT_CPU_RESERVATION("strict-cpu-reservation", Group.GA),
    PREFER_ALIGN_CPUS_BY_UNCORECACHE("prefer-align-cpus-by-uncorecache", Group.GA),
    DISTRIBUTE_CPUS_ACROSS_NUMA("distribute-cpus-across-numa", Group.BETA),
    ALIGN_BY_SOCKET("align-by-socket", Group.ALPHA),
    DISTRIBUTE_CPUS_ACROSS_CORES("distribute-cpus-across-cores", Group.ALPHA);

    /** How far an option has come; the last two each have a gate that lets them be used. */
    public enum Group {
        GA,
        BETA,
        ALPHA
    }

    private final String kubernetesName;
    private final Group group;

    CpuOption(String kubernetesName, Group group) {
        this.kubernetesName = kubernetesName;
        this.group = group;
    }

    public String kubernetesName() {
        return kubernetesName;
    }

    public Group group() {
        return group;
    }
}
