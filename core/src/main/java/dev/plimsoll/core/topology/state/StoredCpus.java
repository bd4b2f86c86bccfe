package dev.plimsoll.core.topology.state;

/** What a checkpoint says of CPUs, not yet checked against the machine. */
public record StoredCpus(String policyName, CpuState cpus) {}
