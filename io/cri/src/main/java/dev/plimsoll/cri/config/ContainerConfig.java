package dev.plimsoll.cri.config;

import java.util.List;
import java.util.Map;

/**
 * How a container is made.
 *
 * @param logPath below the sandbox's log directory
 * @param stopSignal how it is told to end, such as {@code SIGUSR1}; empty where its image decides
 */
public record ContainerConfig(
        String name,
        int attempt,
        String image,
        List<String> command,
        List<String> args,
        String workingDir,
        List<Variable> environment,
        List<Mount> mounts,
        Map<String, String> labels,
        Map<String, String> annotations,
        String logPath,
        LinuxResources resources,
        Security security,
        StandardStreams streams,
        String stopSignal) {
    public ContainerConfig {
        command = List.copyOf(command);
        args = List.copyOf(args);
        environment = List.copyOf(environment);
        mounts = List.copyOf(mounts);
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /**
     * What a client that attaches finds.
     *
     * @param stdinOnce whether the input ends with the first client that had it
     */
    public record StandardStreams(boolean stdin, boolean stdinOnce, boolean tty) {
        public static final StandardStreams NONE = new StandardStreams(false, false, false);
    }

    /** A container with nothing else said. */
    public static ContainerConfig of(String name, int attempt, String image, LinuxResources resources) {
        return new ContainerConfig(
                name,
                attempt,
                image,
                List.of(),
                List.of(),
                "",
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                "",
                resources,
                Security.DEFAULT,
                StandardStreams.NONE,
                "");
    }

    public ContainerConfig withLabels(Map<String, String> changed) {
        return new ContainerConfig(
                name,
                attempt,
                image,
                command,
                args,
                workingDir,
                environment,
                mounts,
                changed,
                annotations,
                logPath,
                resources,
                security,
                streams,
                stopSignal);
    }

    public ContainerConfig withAnnotations(Map<String, String> changed) {
        return new ContainerConfig(
                name,
                attempt,
                image,
                command,
                args,
                workingDir,
                environment,
                mounts,
                labels,
                changed,
                logPath,
                resources,
                security,
                streams,
                stopSignal);
    }

    public ContainerConfig withCommand(List<String> changedCommand, List<String> changedArgs) {
        return new ContainerConfig(
                name,
                attempt,
                image,
                changedCommand,
                changedArgs,
                workingDir,
                environment,
                mounts,
                labels,
                annotations,
                logPath,
                resources,
                security,
                streams,
                stopSignal);
    }

    public record Variable(String name, String value) {}

    /**
     * Something that is mounted into a container: a path of the host, or an image that the host has.
     *
     * @param hostPath empty for an image
     * @param image empty for a path
     * @param imagePath the folder of the image that is mounted; empty for all of it
     * @param users whom the container sees as owners of the files in place of the users of the node; empty where they are the same
     */
    public record Mount(
            String containerPath,
            String hostPath,
            boolean readOnly,
            String image,
            String imagePath,
            List<IdMapping> users) {
        public Mount {
            users = List.copyOf(users);
        }

        /** A path of the host. */
        public Mount(String containerPath, String hostPath, boolean readOnly) {
            this(containerPath, hostPath, readOnly, "", "", List.of());
        }

        public static Mount ofImage(String containerPath, String image, String imagePath) {
            return new Mount(containerPath, "", true, image, imagePath, List.of());
        }

        public Mount withUsers(List<IdMapping> changed) {
            return new Mount(containerPath, hostPath, readOnly, image, imagePath, changed);
        }
    }

    /**
     * What the processes may do.
     *
     * @param user less than 0 for the image's
     * @param group less than 0 for the image's
     * @param strictGroups whether the groups that the image gives to its user do not count
     * @param seccomp which system calls are let through
     * @param appArmor which files and capabilities may be used
     */
    public record Security(
            boolean privileged,
            long user,
            long group,
            boolean readOnlyRoot,
            boolean noNewPrivileges,
            List<String> addedCapabilities,
            List<String> droppedCapabilities,
            List<Long> supplementalGroups,
            boolean strictGroups,
            NamespaceOptions namespaces,
            Profile seccomp,
            Profile appArmor) {
        public static final Security DEFAULT = new Security(
                false,
                -1,
                -1,
                false,
                false,
                List.of(),
                List.of(),
                List.of(),
                false,
                NamespaceOptions.OF_HOST_NETWORK,
                Profile.UNSAID,
                Profile.UNSAID);

        public Security {
            addedCapabilities = List.copyOf(addedCapabilities);
            droppedCapabilities = List.copyOf(droppedCapabilities);
            supplementalGroups = List.copyOf(supplementalGroups);
        }
    }

    /**
     * What confines processes.
     *
     * @param reference a file of the node for seccomp, a name that its kernel knows for AppArmor; empty but with {@code LOCALHOST}
     */
    public record Profile(Kind kind, String reference) {
        public static final Profile UNSAID = new Profile(Kind.UNSAID, "");
        public static final Profile RUNTIME_DEFAULT = new Profile(Kind.RUNTIME_DEFAULT, "");
        public static final Profile UNCONFINED = new Profile(Kind.UNCONFINED, "");

        /** Who has it. */
        public enum Kind {
            /** What the runtime does when nobody says anything. */
            UNSAID,
            RUNTIME_DEFAULT,
            UNCONFINED,
            LOCALHOST
        }
    }
}
