package dev.plimsoll.controllers;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The controllers, by the names that {@code --controllers} of kube-controller-manager knows. */
public enum ControllerName {
    REPLICA_SET("replicaset-controller"),
    REPLICATION_CONTROLLER("replicationcontroller-controller"),
    ENDPOINTS("endpoints-controller"),
    ENDPOINT_SLICE("endpointslice-controller"),
    ENDPOINT_SLICE_MIRRORING("endpointslice-mirroring-controller"),
    DEPLOYMENT("deployment-controller"),
    STATEFUL_SET("statefulset-controller"),
    DAEMON_SET("daemonset-controller"),
    JOB("job-controller"),
    CRON_JOB("cronjob-controller"),
    TTL_AFTER_FINISHED("ttl-after-finished-controller"),
    HORIZONTAL_POD_AUTOSCALER("horizontal-pod-autoscaler-controller"),
    DISRUPTION("disruption-controller"),
    GARBAGE_COLLECTOR("garbage-collector-controller"),
    NAMESPACE("namespace-controller"),
    SERVICE_ACCOUNT("serviceaccount-controller"),
    SERVICE_ACCOUNT_TOKEN("serviceaccount-token-controller"),
    ROOT_CERTIFICATES("root-ca-certificate-publisher-controller"),
    NODE_LIFECYCLE("node-lifecycle-controller"),
    TAINT_EVICTION("taint-eviction-controller"),
    POD_GARBAGE_COLLECTOR("pod-garbage-collector-controller"),
    CERTIFICATE_APPROVING("certificatesigningrequest-approving-controller"),
    CERTIFICATE_SIGNING("certificatesigningrequest-signing-controller"),
    CERTIFICATE_CLEANER("certificatesigningrequest-cleaner-controller"),
    POD_CERTIFICATE_CLEANER("podcertificaterequest-cleaner-controller"),
    VOLUME_BINDER("persistentvolume-binder-controller"),
    HOST_PATH_PROVISIONER("host-path-provisioner-controller"),
    CLAIM_PROTECTION("persistentvolumeclaim-protection-controller"),
    VOLUME_PROTECTION("persistentvolume-protection-controller"),
    ATTRIBUTES_CLASS_PROTECTION("volumeattributesclass-protection-controller");

    private final String kubernetesName;

    ControllerName(String kubernetesName) {
        this.kubernetesName = kubernetesName;
    }

    public String kubernetesName() {
        return kubernetesName;
    }

    static Optional<ControllerName> named(String name) {
        for (var each : values()) if (each.kubernetesName.equals(name)) return Optional.of(each);
        return Optional.empty();
    }

    /** Controllers as asked for, or every name that nobody knows. */
    public sealed interface Parsed {
        record Chosen(Set<ControllerName> names) implements Parsed {}

        record Unknown(List<String> names) implements Parsed {}
    }

    /** Reads {@code *}, {@code a,b} or {@code *,-a}: those named, or all but some. */
    public static Parsed parse(String text) {
        var chosen = EnumSet.noneOf(ControllerName.class);
        var without = EnumSet.noneOf(ControllerName.class);
        var unknown = new ArrayList<String>();
        for (var entry : text.split(",", -1)) {
            var name = entry.strip();
            if (name.isEmpty()) continue;
            if (name.equals("*")) {
                chosen.addAll(EnumSet.allOf(ControllerName.class));
                continue;
            }
            var negated = name.startsWith("-");
            named(negated ? name.substring(1) : name)
                    .ifPresentOrElse(each -> (negated ? without : chosen).add(each), () -> unknown.add(name));
        }
        chosen.removeAll(without);
        return unknown.isEmpty() ? new Parsed.Chosen(Set.copyOf(chosen)) : new Parsed.Unknown(List.copyOf(unknown));
    }
}
