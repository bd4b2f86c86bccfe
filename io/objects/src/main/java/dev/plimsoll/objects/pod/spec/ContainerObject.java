package dev.plimsoll.objects.pod.spec;

import static dev.plimsoll.objects.tree.DocumentFields.flag;
import static dev.plimsoll.objects.tree.DocumentFields.has;
import static dev.plimsoll.objects.tree.DocumentFields.list;
import static dev.plimsoll.objects.tree.DocumentFields.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A container of a pod: what {@link dev.plimsoll.core.model.Container} leaves out because no decision needs it. */
public final class ContainerObject {
    /** One of which nothing is known. */
    public static final ContainerObject UNKNOWN = new ContainerObject(MissingNode.getInstance());

    private static final String DEFAULT_MESSAGE_PATH = "/dev/termination-log";
    private static final String DEFAULT_MESSAGE_POLICY = "File";

    private final JsonNode node;
    private @Nullable ContainerSecurityContext security;

    /** Of an item of {@code containers}, {@code initContainers} or {@code ephemeralContainers}. */
    public ContainerObject(JsonNode node) {
        this.node = node;
    }

    public String name() {
        return text(node, "name");
    }

    /** Of an ephemeral container the one whose processes it sees; empty where that is none. */
    public String targetContainerName() {
        return text(node, "targetContainerName");
    }

    public boolean stdin() {
        return flag(node, "stdin");
    }

    public boolean stdinOnce() {
        return flag(node, "stdinOnce");
    }

    public boolean tty() {
        return flag(node, "tty");
    }

    /** Empty where the image decides. */
    public String workingDir() {
        return text(node, "workingDir");
    }

    public List<EnvVariable> env() {
        return list(node, "env", EnvVariable::read);
    }

    public List<EnvFromSource> envFrom() {
        return list(node, "envFrom", EnvFromSource::read);
    }

    /** Where the container leaves its message at its end; empty where it may leave none. */
    public String terminationMessagePath() {
        return text(node, "terminationMessagePath", DEFAULT_MESSAGE_PATH);
    }

    public String terminationMessagePolicy() {
        return text(node, "terminationMessagePolicy", DEFAULT_MESSAGE_POLICY);
    }

    /** Its ports as the kubelet notes them at a container; empty where there are none. */
    public Optional<String> portsNote() {
        return has(node, "ports") ? Optional.of(node.path("ports").toString()) : Optional.empty();
    }

    /** Its hook before the end as the kubelet notes it at a container; empty where there is none. */
    public Optional<String> preStopNote() {
        var hook = node.path("lifecycle").path("preStop");
        return hook.isMissingNode() || hook.isNull() ? Optional.empty() : Optional.of(hook.toString());
    }

    public boolean hasVolumeDevices() {
        return has(node, "volumeDevices");
    }

    public ContainerSecurityContext securityContext() {
        var known = security;
        if (known == null) security = known = ContainerSecurityContext.read(node.path("securityContext"));
        return known;
    }
}
