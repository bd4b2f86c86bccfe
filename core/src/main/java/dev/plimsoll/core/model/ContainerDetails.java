package dev.plimsoll.core.model;

import dev.plimsoll.core.model.lifecycle.ContainerLifecycle;
import java.util.List;

/**
 * The parts of a container that decide whether it is credible, but not what it gets. Texts are empty where not given.
 *
 * @param command what it runs instead of the image's entrypoint, without variables filled in
 * @param args what that gets
 * @param hasEnvFrom whether it takes variables from config maps or secrets as wholes
 */
public record ContainerDetails(
        List<String> command,
        List<String> args,
        String imagePullPolicy,
        String terminationMessagePolicy,
        List<Port> ports,
        List<EnvVar> env,
        List<VolumeMount> volumeMounts,
        ContainerLifecycle lifecycle,
        boolean hasEnvFrom,
        Unmodelled rest) {

    public static final ContainerDetails NONE =
            new ContainerDetails("", "", List.of(), List.of(), List.of(), Unmodelled.NOTHING);

    /** One that runs what its image says, without probes and hooks. */
    public ContainerDetails(
            String imagePullPolicy,
            String terminationMessagePolicy,
            List<Port> ports,
            List<EnvVar> env,
            List<VolumeMount> volumeMounts,
            Unmodelled rest) {
        this(
                List.of(),
                List.of(),
                imagePullPolicy,
                terminationMessagePolicy,
                ports,
                env,
                volumeMounts,
                ContainerLifecycle.NONE,
                false,
                rest);
    }

    public ContainerDetails {
        command = List.copyOf(command);
        args = List.copyOf(args);
        ports = List.copyOf(ports);
        env = List.copyOf(env);
        volumeMounts = List.copyOf(volumeMounts);
    }

    public ContainerDetails withLifecycle(ContainerLifecycle changed) {
        return new ContainerDetails(
                command,
                args,
                imagePullPolicy,
                terminationMessagePolicy,
                ports,
                env,
                volumeMounts,
                changed,
                hasEnvFrom,
                rest);
    }

    /** Numbers are 0 where not given. */
    public record Port(String name, int containerPort, int hostPort, String protocol, String hostIP) {}

    /**
     * A variable of the environment, given as text or by reference.
     *
     * @param sources the names of the members of {@code valueFrom}, such as {@code fieldRef}; empty where there is none
     * @param hasValueFrom whether {@code valueFrom} was given, be it empty
     */
    public record EnvVar(String name, String value, boolean hasValueFrom, List<String> sources) {
        public EnvVar {
            sources = List.copyOf(sources);
        }
    }

    public record VolumeMount(String name, String mountPath, String subPath, String subPathExpr, boolean readOnly) {}
}
