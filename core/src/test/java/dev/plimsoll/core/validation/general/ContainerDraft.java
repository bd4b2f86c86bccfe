package dev.plimsoll.core.validation.general;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails;
import dev.plimsoll.core.model.ContainerDetails.EnvVar;
import dev.plimsoll.core.model.ContainerDetails.Port;
import dev.plimsoll.core.model.ContainerDetails.VolumeMount;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.model.Unmodelled;
import java.util.List;
import java.util.function.Consumer;

/** A container in the making, sound as it is. */
final class ContainerDraft {
    /** What a test wants otherwise. */
    interface Change extends Consumer<ContainerDraft> {}

    String name = "app";
    String image = "registry.example/app:1";
    String restartPolicy = "";
    String imagePullPolicy = "";
    String terminationMessagePolicy = "";
    List<Port> ports = List.of();
    List<EnvVar> env = List.of();
    List<VolumeMount> mounts = List.of();

    static Container container(Change change) {
        var draft = new ContainerDraft();
        change.accept(draft);
        return draft.build();
    }

    static Port port(int containerPort) {
        return new Port("", containerPort, 0, "", "");
    }

    static Port port(String name, int containerPort) {
        return new Port(name, containerPort, 0, "", "");
    }

    static Port hostPort(int containerPort, int hostPort, String protocol) {
        return new Port("", containerPort, hostPort, protocol, "");
    }

    static EnvVar env(String name, String value) {
        return new EnvVar(name, value, false, List.of());
    }

    static EnvVar envFrom(String value, String... sources) {
        return new EnvVar("A", value, true, List.of(sources));
    }

    static VolumeMount mount(String name, String path) {
        return new VolumeMount(name, path, "", "", false);
    }

    static VolumeMount mountPart(String subPath, String subPathExpr) {
        return new VolumeMount("data", "/data", subPath, subPathExpr, false);
    }

    private Container build() {
        var details =
                new ContainerDetails(imagePullPolicy, terminationMessagePolicy, ports, env, mounts, Unmodelled.NOTHING);
        return new Container(name, image, restartPolicy, ResourceRequirements.ABSENT, List.of(), details);
    }
}
