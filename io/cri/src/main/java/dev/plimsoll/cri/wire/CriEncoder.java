package dev.plimsoll.cri.wire;

import dev.plimsoll.cri.config.ContainerConfig;
import dev.plimsoll.cri.config.Credentials;
import dev.plimsoll.cri.config.IdMapping;
import dev.plimsoll.cri.config.LinuxResources;
import dev.plimsoll.cri.config.NamespaceOptions;
import dev.plimsoll.cri.config.SandboxConfig;
import dev.plimsoll.cri.config.SandboxMetadata;
import dev.plimsoll.cri.v1.AuthConfig;
import dev.plimsoll.cri.v1.Capability;
import dev.plimsoll.cri.v1.ContainerMetadata;
import dev.plimsoll.cri.v1.DNSConfig;
import dev.plimsoll.cri.v1.HugepageLimit;
import dev.plimsoll.cri.v1.IDMapping;
import dev.plimsoll.cri.v1.ImageSpec;
import dev.plimsoll.cri.v1.Int64Value;
import dev.plimsoll.cri.v1.KeyValue;
import dev.plimsoll.cri.v1.LinuxContainerConfig;
import dev.plimsoll.cri.v1.LinuxContainerResources;
import dev.plimsoll.cri.v1.LinuxContainerSecurityContext;
import dev.plimsoll.cri.v1.LinuxPodSandboxConfig;
import dev.plimsoll.cri.v1.LinuxSandboxSecurityContext;
import dev.plimsoll.cri.v1.Mount;
import dev.plimsoll.cri.v1.NamespaceMode;
import dev.plimsoll.cri.v1.NamespaceOption;
import dev.plimsoll.cri.v1.PodSandboxConfig;
import dev.plimsoll.cri.v1.PodSandboxMetadata;
import dev.plimsoll.cri.v1.PortMapping;
import dev.plimsoll.cri.v1.Protocol;
import dev.plimsoll.cri.v1.SecurityProfile;
import dev.plimsoll.cri.v1.SecurityProfile.ProfileType;
import dev.plimsoll.cri.v1.Signal;
import dev.plimsoll.cri.v1.SupplementalGroupsPolicy;
import dev.plimsoll.cri.v1.UserNamespace;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records to messages. */
public final class CriEncoder {
    private CriEncoder() {}

    public static LinuxContainerResources resources(LinuxResources resources) {
        var message = LinuxContainerResources.newBuilder()
                .setCpuPeriod(resources.cpuPeriod())
                .setCpuQuota(resources.cpuQuota())
                .setCpuShares(resources.cpuShares())
                .setMemoryLimitInBytes(resources.memoryLimit())
                .setOomScoreAdj(resources.oomScoreAdj())
                .setCpusetCpus(resources.cpusetCpus())
                .setCpusetMems(resources.cpusetMems())
                .putAllUnified(resources.unified())
                .setMemorySwapLimitInBytes(resources.memorySwapLimit());
        resources.hugepageLimits().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(limit -> message.addHugepageLimits(
                        HugepageLimit.newBuilder().setPageSize(limit.getKey()).setLimit(limit.getValue())));
        return message.build();
    }

    static PodSandboxMetadata metadata(SandboxMetadata metadata) {
        return PodSandboxMetadata.newBuilder()
                .setName(metadata.name())
                .setUid(metadata.uid())
                .setNamespace(metadata.namespace())
                .setAttempt(metadata.attempt())
                .build();
    }

    public static PodSandboxConfig sandbox(SandboxConfig config) {
        var linux = LinuxPodSandboxConfig.newBuilder()
                .setCgroupParent(config.cgroupParent())
                .setSecurityContext(LinuxSandboxSecurityContext.newBuilder()
                        .setNamespaceOptions(namespaces(config.namespaces()))
                        .setPrivileged(config.privileged()))
                .putAllSysctls(config.sysctls());
        if (!config.overhead().equals(LinuxResources.NONE)) linux.setOverhead(resources(config.overhead()));
        if (!config.resources().equals(LinuxResources.NONE)) linux.setResources(resources(config.resources()));
        var message = PodSandboxConfig.newBuilder()
                .setMetadata(metadata(config.metadata()))
                .setHostname(config.hostname())
                .setLogDirectory(config.logDirectory())
                .putAllLabels(config.labels())
                .putAllAnnotations(config.annotations())
                .setLinux(linux);
        if (!config.dns().equals(SandboxConfig.Dns.NONE)) {
            message.setDnsConfig(DNSConfig.newBuilder()
                    .addAllServers(config.dns().servers())
                    .addAllSearches(config.dns().searches())
                    .addAllOptions(config.dns().options()));
        }
        for (var port : config.ports()) {
            message.addPortMappings(PortMapping.newBuilder()
                    .setProtocol(Protocol.valueOf(port.protocol()))
                    .setContainerPort(port.containerPort())
                    .setHostPort(port.hostPort())
                    .setHostIp(port.hostIp()));
        }
        return message.build();
    }

    private static NamespaceOption namespaces(NamespaceOptions namespaces) {
        var message = NamespaceOption.newBuilder()
                .setNetwork(mode(namespaces.network()))
                .setPid(mode(namespaces.pid()))
                .setIpc(mode(namespaces.ipc()))
                .setTargetId(namespaces.target());
        var users = mappings(namespaces.users());
        // Runtimes that know nothing of it take no field for the node's users.
        if (!users.isEmpty())
            message.setUsernsOptions(UserNamespace.newBuilder()
                    .setMode(NamespaceMode.POD)
                    .addAllUids(users)
                    .addAllGids(users));
        return message.build();
    }

    /** Ids are of 32 bits without a sign there. */
    private static List<IDMapping> mappings(List<IdMapping> users) {
        return users.stream()
                .map(range -> IDMapping.newBuilder()
                        .setHostId((int) range.hostId())
                        .setContainerId((int) range.containerId())
                        .setLength((int) range.length())
                        .build())
                .toList();
    }

    private static NamespaceMode mode(NamespaceOptions.Mode mode) {
        return switch (mode) {
            case POD -> NamespaceMode.POD;
            case CONTAINER -> NamespaceMode.CONTAINER;
            case NODE -> NamespaceMode.NODE;
            case TARGET -> NamespaceMode.TARGET;
        };
    }

    public static dev.plimsoll.cri.v1.ContainerConfig container(ContainerConfig config) {
        var message = dev.plimsoll.cri.v1.ContainerConfig.newBuilder()
                .setMetadata(
                        ContainerMetadata.newBuilder().setName(config.name()).setAttempt(config.attempt()))
                .setImage(image(config.image()))
                .addAllCommand(config.command())
                .addAllArgs(config.args())
                .setWorkingDir(config.workingDir())
                .putAllLabels(config.labels())
                .putAllAnnotations(config.annotations())
                .setLogPath(config.logPath())
                .setStdin(config.streams().stdin())
                .setStdinOnce(config.streams().stdinOnce())
                .setTty(config.streams().tty())
                .setStopSignal(signal(config.stopSignal()))
                .setLinux(LinuxContainerConfig.newBuilder()
                        .setResources(resources(config.resources()))
                        .setSecurityContext(security(config.security())));
        for (var variable : config.environment()) {
            message.addEnvs(KeyValue.newBuilder().setKey(variable.name()).setValue(variable.value()));
        }
        for (var mount : config.mounts()) {
            var mounted = Mount.newBuilder()
                    .setContainerPath(mount.containerPath())
                    .setHostPath(mount.hostPath())
                    .setReadonly(mount.readOnly())
                    .addAllUidMappings(mappings(mount.users()))
                    .addAllGidMappings(mappings(mount.users()));
            if (!mount.image().isEmpty())
                mounted.setImage(ImageSpec.newBuilder().setImage(mount.image())).setImageSubPath(mount.imagePath());
            message.addMounts(mounted);
        }
        return message.build();
    }

    /** {@code SIGRTMIN+1} is {@code SIGRTMINPLUS1} there. What CRI has no name for is left to the runtime. */
    private static Signal signal(String name) {
        var wanted = name.replace("+", "PLUS").replace("-", "MINUS");
        for (var signal : Signal.values()) if (signal.name().equals(wanted)) return signal;
        return Signal.RUNTIME_DEFAULT;
    }

    private static LinuxContainerSecurityContext security(ContainerConfig.Security security) {
        var message = LinuxContainerSecurityContext.newBuilder()
                .setPrivileged(security.privileged())
                .setReadonlyRootfs(security.readOnlyRoot())
                .setNoNewPrivs(security.noNewPrivileges())
                .addAllSupplementalGroups(security.supplementalGroups())
                .setSupplementalGroupsPolicy(
                        security.strictGroups() ? SupplementalGroupsPolicy.Strict : SupplementalGroupsPolicy.Merge)
                .setNamespaceOptions(namespaces(security.namespaces()))
                .setCapabilities(Capability.newBuilder()
                        .addAllAddCapabilities(security.addedCapabilities())
                        .addAllDropCapabilities(security.droppedCapabilities()));
        if (security.user() >= 0) message.setRunAsUser(Int64Value.newBuilder().setValue(security.user()));
        if (security.group() >= 0) message.setRunAsGroup(Int64Value.newBuilder().setValue(security.group()));
        profile(security.seccomp()).ifPresent(message::setSeccomp);
        profile(security.appArmor()).ifPresent(message::setApparmor);
        return message.build();
    }

    private static Optional<SecurityProfile> profile(ContainerConfig.Profile profile) {
        var type = switch (profile.kind()) {
            case UNSAID -> null;
            case RUNTIME_DEFAULT -> ProfileType.RuntimeDefault;
            case UNCONFINED -> ProfileType.Unconfined;
            case LOCALHOST -> ProfileType.Localhost;
        };
        return Optional.ofNullable(type)
                .map(known -> SecurityProfile.newBuilder()
                        .setProfileType(known)
                        .setLocalhostRef(profile.reference())
                        .build());
    }

    public static ImageSpec image(String reference) {
        return ImageSpec.newBuilder().setImage(reference).build();
    }

    public static AuthConfig credentials(Credentials credentials) {
        return AuthConfig.newBuilder()
                .setUsername(credentials.username())
                .setPassword(credentials.password())
                .setIdentityToken(credentials.identityToken())
                .setRegistryToken(credentials.registryToken())
                .build();
    }
}
