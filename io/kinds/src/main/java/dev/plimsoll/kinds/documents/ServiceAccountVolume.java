package dev.plimsoll.kinds.documents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.UnaryOperator;

/** The volume with the token of a pod's account, the authority of the cluster and the name of the namespace. */
public final class ServiceAccountVolume {
    private static final String PREFIX = "kube-api-access-";
    private static final String MOUNT_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final int MODE = 0644;
    private static final int SECONDS = 3607;

    private final UnaryOperator<String> names;

    /** With names that begin as asked and go on by chance. */
    public ServiceAccountVolume(UnaryOperator<String> names) {
        this.names = names;
    }

    /** Mounts it in each container that has nothing at its place. Containers for debugging get none. */
    void mount(ObjectNode spec) {
        var known = "";
        for (var volume : spec.path("volumes")) {
            var name = volume.path("name").asText();
            if (known.isEmpty() && name.startsWith(PREFIX)) known = name;
        }
        var name = known.isEmpty() ? names.apply(PREFIX) : known;
        var needed = false;
        for (var list : new String[] {"initContainers", "containers"}) {
            for (var container : spec.path(list)) {
                if (container instanceof ObjectNode node && !hasMount(node)) {
                    PodDocument.array(node, "volumeMounts")
                            .addObject()
                            .put("name", name)
                            .put("readOnly", true)
                            .put("mountPath", MOUNT_PATH);
                    needed = true;
                }
            }
        }
        if (needed && known.isEmpty())
            add(PodDocument.array(spec, "volumes").addObject().put("name", name));
    }

    private static boolean hasMount(ObjectNode container) {
        for (var mount : container.path("volumeMounts")) {
            if (mount.path("mountPath").asText().equals(MOUNT_PATH)) return true;
        }
        return false;
    }

    private static void add(ObjectNode volume) {
        var projected = volume.putObject("projected");
        var sources = projected.putArray("sources");
        sources.addObject()
                .putObject("serviceAccountToken")
                .put("expirationSeconds", SECONDS)
                .put("path", "token");
        var authority = sources.addObject().putObject("configMap").put("name", "kube-root-ca.crt");
        authority.putArray("items").addObject().put("key", "ca.crt").put("path", "ca.crt");
        sources.addObject()
                .putObject("downwardAPI")
                .putArray("items")
                .addObject()
                .put("path", "namespace")
                .putObject("fieldRef")
                .put("apiVersion", "v1")
                .put("fieldPath", "metadata.namespace");
        projected.put("defaultMode", MODE);
    }
}
