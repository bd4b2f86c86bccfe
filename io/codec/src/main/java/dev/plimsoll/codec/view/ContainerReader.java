package dev.plimsoll.codec.view;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ContainerDetails;
import dev.plimsoll.core.model.ResizePolicy;
import java.util.Set;

/** Reads one entry of a pod's container lists. */
final class ContainerReader {
    private static final Set<String> READ = Set.of("name", "image", "resources", "resizePolicy", "restartPolicy");

    private ContainerReader() {}

    static Container container(Cursor container) {
        return new Container(
                container.text("name"),
                container.text("image"),
                container.text("restartPolicy"),
                PodReader.requirements(container.object("resources")),
                container.list(
                        "resizePolicy",
                        policy -> new ResizePolicy(policy.text("resourceName"), policy.text("restartPolicy"))),
                details(container));
    }

    private static ContainerDetails details(Cursor container) {
        return new ContainerDetails(
                container.texts("command"),
                container.texts("args"),
                container.text("imagePullPolicy"),
                container.text("terminationMessagePolicy"),
                container.list("ports", ContainerReader::port),
                container.list("env", ContainerReader::variable),
                container.list("volumeMounts", ContainerReader::mount),
                LifecycleReader.lifecycle(container),
                container.has("envFrom"),
                container.except(READ));
    }

    private static ContainerDetails.Port port(Cursor port) {
        return new ContainerDetails.Port(
                port.text("name"),
                port.smallInteger("containerPort"),
                port.smallInteger("hostPort"),
                port.text("protocol"),
                port.text("hostIP"));
    }

    private static ContainerDetails.EnvVar variable(Cursor variable) {
        return new ContainerDetails.EnvVar(
                variable.text("name"),
                variable.text("value"),
                variable.has("valueFrom"),
                variable.object("valueFrom").names());
    }

    private static ContainerDetails.VolumeMount mount(Cursor mount) {
        return new ContainerDetails.VolumeMount(
                mount.text("name"),
                mount.text("mountPath"),
                mount.text("subPath"),
                mount.text("subPathExpr"),
                mount.flag("readOnly"));
    }
}
