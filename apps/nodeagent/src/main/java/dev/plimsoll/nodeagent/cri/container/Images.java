package dev.plimsoll.nodeagent.cri.container;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.Done;
import dev.plimsoll.cri.ImageCalls;
import dev.plimsoll.cri.config.Credentials;
import dev.plimsoll.cri.config.SandboxConfig;
import dev.plimsoll.nodeagent.cri.observation.Incidents;
import dev.plimsoll.nodeagent.payload.References;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.pod.spec.PodVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Gets images as the pull policy of a container says, with the secrets of its pod. */
public final class Images {
    private final ImageCalls calls;
    private final References references;
    private final Incidents incidents;

    public Images(ImageCalls calls, References references, Incidents incidents) {
        this.calls = calls;
        this.references = references;
        this.incidents = incidents;
    }

    /**
     * Gets the image of a container, and those that it mounts.
     *
     * @param step told how a failure is called
     */
    CriReply<Done> ensure(Container container, PodObject pod, SandboxConfig sandbox, Consumer<String> step) {
        var all = ensure(container.image(), container.details().imagePullPolicy(), pod, sandbox, step);
        for (var mounted : mounted(container, pod)) {
            var policy = mounted.pullPolicy();
            all = all.then(_ -> ensure(mounted.reference(), policy, pod, sandbox, step));
        }
        return all;
    }

    private static List<PodVolume.Source.Image> mounted(Container container, PodObject pod) {
        var mounted = new ArrayList<PodVolume.Source.Image>();
        for (var volume : pod.volumes()) {
            var isMounted = container.details().volumeMounts().stream()
                    .anyMatch(mount -> mount.name().equals(volume.name()));
            if (isMounted && volume.source() instanceof PodVolume.Source.Image image) mounted.add(image);
        }
        return mounted;
    }

    private CriReply<Done> ensure(
            String image, String saidPolicy, PodObject pod, SandboxConfig sandbox, Consumer<String> step) {
        var policy = policy(image, saidPolicy);
        if (policy.equals("Always")) return pull(image, pod, sandbox);
        return calls.find(image).then(found -> {
            if (found.isPresent()) return new CriReply.Ok<>(Done.DONE);
            if (policy.equals("Never")) {
                step.accept("ErrImageNeverPull");
                return new CriReply.Failed<>(
                        CriReply.Code.NOT_FOUND,
                        "Container image \"" + image + "\" is not present with pull policy of Never");
            }
            return pull(image, pod, sandbox);
        });
    }

    /** Where nobody said: an image that moves is always looked for anew. */
    private static String policy(String image, String said) {
        if (!said.isEmpty()) return said;
        var name = image.substring(image.lastIndexOf('/') + 1);
        var moves = !name.contains("@") && (!name.contains(":") || name.endsWith(":latest"));
        return moves ? "Always" : "IfNotPresent";
    }

    private CriReply<Done> pull(String image, PodObject pod, SandboxConfig sandbox) {
        return pulled(image, pod, sandbox).map(_ -> Done.DONE);
    }

    /** With each of the secrets that fit, in turn; with none only where none fits. */
    private CriReply<String> pulled(String image, PodObject pod, SandboxConfig sandbox) {
        var fitting = RegistryCredentials.fitting(image, secrets(pod));
        if (fitting.isEmpty()) return calls.pull(image, Credentials.NONE, sandbox);
        var problems = new ArrayList<String>();
        var code = CriReply.Code.UNKNOWN;
        for (var credentials : fitting) {
            switch (calls.pull(image, credentials, sandbox)) {
                case CriReply.Ok<String> done -> {
                    return done;
                }
                case CriReply.Failed<String>(var why, var message) -> {
                    code = why;
                    problems.add(message);
                }
            }
        }
        var text = problems.size() == 1 ? problems.getFirst() : "[" + String.join(", ", problems) + "]";
        return new CriReply.Failed<>(code, text);
    }

    private List<Map<String, byte[]>> secrets(PodObject pod) {
        var namespace = pod.metadata().namespace();
        var found = new ArrayList<Map<String, byte[]>>();
        var missing = new ArrayList<String>();
        for (var name : pod.imagePullSecrets()) {
            switch (references.secret(namespace, name, false)) {
                case CriReply.Ok<Map<String, byte[]>>(var secret) -> found.add(secret);
                case CriReply.Failed<Map<String, byte[]>> _ -> missing.add(name);
            }
        }
        if (!missing.isEmpty())
            incidents.tell(
                    pod.uid(),
                    "FailedToRetrieveImagePullSecret",
                    "Unable to retrieve some image pull secrets (" + String.join(", ", missing)
                            + "); attempting to pull the image may not succeed.");
        return found;
    }
}
