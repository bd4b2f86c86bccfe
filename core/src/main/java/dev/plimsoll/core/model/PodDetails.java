package dev.plimsoll.core.model;

import dev.plimsoll.core.model.scheduling.NodeNeeds;
import dev.plimsoll.core.model.scheduling.PodPlacement;
import dev.plimsoll.core.quantity.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a pod's spec that decide whether it is credible, but not what it gets. Texts are empty where not given.
 *
 * @param terminationGracePeriodSeconds {@link PodPlacement#UNSET} where not given
 * @param resourceClaims names in {@code spec.resourceClaims}
 * @param readinessGates types of conditions that others set and that the pod must have to be ready
 */
public record PodDetails(
        List<Volume> volumes,
        List<String> resourceClaims,
        List<Toleration> tolerations,
        Map<String, String> nodeSelector,
        long terminationGracePeriodSeconds,
        String dnsPolicy,
        boolean hostNetwork,
        String serviceAccountName,
        String hostname,
        String subdomain,
        NodeNeeds needs,
        List<String> readinessGates,
        Unmodelled rest) {

    public static final PodDetails NONE = new PodDetails(
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            PodPlacement.UNSET,
            "",
            false,
            "",
            "",
            "",
            NodeNeeds.NONE,
            Unmodelled.NOTHING);

    /** One whose readiness is up to its containers. */
    public PodDetails(
            List<Volume> volumes,
            List<String> resourceClaims,
            List<Toleration> tolerations,
            Map<String, String> nodeSelector,
            long terminationGracePeriodSeconds,
            String dnsPolicy,
            boolean hostNetwork,
            String serviceAccountName,
            String hostname,
            String subdomain,
            NodeNeeds needs,
            Unmodelled rest) {
        this(
                volumes,
                resourceClaims,
                tolerations,
                nodeSelector,
                terminationGracePeriodSeconds,
                dnsPolicy,
                hostNetwork,
                serviceAccountName,
                hostname,
                subdomain,
                needs,
                List.of(),
                rest);
    }

    public PodDetails {
        readinessGates = List.copyOf(readinessGates);
        volumes = List.copyOf(volumes);
        resourceClaims = List.copyOf(resourceClaims);
        tolerations = List.copyOf(tolerations);
        nodeSelector = Map.copyOf(nodeSelector);
    }

    public PodDetails withVolumes(List<Volume> changed) {
        return new PodDetails(
                changed,
                resourceClaims,
                tolerations,
                nodeSelector,
                terminationGracePeriodSeconds,
                dnsPolicy,
                hostNetwork,
                serviceAccountName,
                hostname,
                subdomain,
                needs,
                readinessGates,
                rest);
    }

    public PodDetails withNeeds(NodeNeeds changed) {
        return new PodDetails(
                volumes,
                resourceClaims,
                tolerations,
                nodeSelector,
                terminationGracePeriodSeconds,
                dnsPolicy,
                hostNetwork,
                serviceAccountName,
                hostname,
                subdomain,
                changed,
                readinessGates,
                rest);
    }

    /**
     * A volume that containers may mount.
     *
     * @param sources the members that say what kind of volume it is, such as {@code emptyDir}
     * @param emptyDirOrNull null where it is of another kind
     */
    public record Volume(
            String name, List<String> sources, @Nullable EmptyDir emptyDirOrNull, Unmodelled rest) {
        /** All sources, in the order in which the server looks for them: the first one counts, the others are too many. */
        public static final List<String> SOURCES = List.of(
                "emptyDir",
                "hostPath",
                "gitRepo",
                "gcePersistentDisk",
                "awsElasticBlockStore",
                "secret",
                "nfs",
                "iscsi",
                "glusterfs",
                "flocker",
                "persistentVolumeClaim",
                "rbd",
                "cinder",
                "cephfs",
                "quobyte",
                "downwardAPI",
                "fc",
                "flexVolume",
                "configMap",
                "azureFile",
                "vsphereVolume",
                "photonPersistentDisk",
                "portworxVolume",
                "azureDisk",
                "storageos",
                "projected",
                "scaleIO",
                "csi",
                "ephemeral",
                "image");

        public Volume {
            sources = List.copyOf(sources);
        }

        /** Whether its size can be changed while the pod runs: it is in memory, and has one. */
        public boolean isResizable() {
            return emptyDirOrNull != null
                    && emptyDirOrNull.isInMemory()
                    && emptyDirOrNull.sizeLimitOrNull() != null
                    && !emptyDirOrNull.sizeLimitOrNull().isZero();
        }

        public Volume withSizeLimit(Quantity size) {
            if (emptyDirOrNull == null) throw new IllegalStateException("volume " + name + " is no emptyDir");
            return new Volume(name, sources, new EmptyDir(emptyDirOrNull.medium(), size), rest);
        }

        /** One that is not an {@code emptyDir}. */
        public Volume(String name, List<String> sources, Unmodelled rest) {
            this(name, sources, null, rest);
        }
    }

    /**
     * A volume that lives as long as its pod.
     *
     * @param medium empty for the node's own storage
     * @param sizeLimitOrNull null where only the node bounds it
     */
    public record EmptyDir(String medium, @Nullable Quantity sizeLimitOrNull) {
        public static final String MEMORY = "Memory";

        public boolean isInMemory() {
            return medium.equals(MEMORY);
        }
    }

    /**
     * A taint that the pod puts up with.
     *
     * @param tolerationSeconds {@link PodPlacement#UNSET} where not given
     */
    public record Toleration(String key, String operator, String value, String effect, long tolerationSeconds) {}
}
