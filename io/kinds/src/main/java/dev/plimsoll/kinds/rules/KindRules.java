package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.kinds.rules.field.ObjectRule;
import dev.plimsoll.kinds.rules.network.EndpointRules;
import dev.plimsoll.kinds.rules.network.IngressRules;
import dev.plimsoll.kinds.rules.network.NetworkingRules;
import dev.plimsoll.kinds.rules.pod.PodTemplateRules;
import dev.plimsoll.kinds.rules.storage.PersistentVolumeClaimRules;
import dev.plimsoll.kinds.rules.storage.PersistentVolumeRules;
import dev.plimsoll.kinds.rules.storage.StorageRules;
import dev.plimsoll.kinds.rules.workload.JobSpecRules;
import dev.plimsoll.kinds.rules.workload.StatefulSetRules;
import dev.plimsoll.kinds.rules.workload.WorkloadRules;
import java.util.HashMap;
import java.util.Map;

/** The rules of each built-in kind that has some and no strategy of its own that asks them. */
public final class KindRules {
    private final Map<String, ObjectRule> rules = new HashMap<>();
    private final JobSpecRules jobs;

    private KindRules(PodTemplateRules templates) {
        jobs = new JobSpecRules(templates);
        workloads(new WorkloadRules(templates));
        rules.put("apps/v1 StatefulSet", new StatefulSetRules(templates)::check);
        rules.put("batch/v1 Job", jobs::check);
        rules.put("v1 Endpoints", EndpointRules::endpoints);
        rules.put("discovery.k8s.io/v1 EndpointSlice", EndpointRules::endpointSlice);
        rules.put("coordination.k8s.io/v1 Lease", PolicyRules::lease);
        rules.put("policy/v1 PodDisruptionBudget", PolicyRules::disruptionBudget);
        rules.put("scheduling.k8s.io/v1 PriorityClass", PolicyRules::priorityClass);
        rules.put("node.k8s.io/v1 RuntimeClass", PolicyRules::runtimeClass);
        rules.put("apiregistration.k8s.io/v1 APIService", ApiServiceRules::check);
        rules.put("certificates.k8s.io/v1 CertificateSigningRequest", CertificateRules::signingRequest);
        networking();
        storage();
        admission();
        devices();
    }

    public static KindRules under(FeatureGates gates) {
        return new KindRules(PodTemplateRules.under(gates));
    }

    /**
     * The rules of a kind; of one that has none, none.
     *
     * @param kind its version and name
     */
    public ObjectRule of(String kind) {
        return rules.getOrDefault(kind, ObjectRule.NONE);
    }

    public JobSpecRules jobs() {
        return jobs;
    }

    private void workloads(WorkloadRules workloads) {
        rules.put("v1 ReplicationController", workloads::replicationController);
        rules.put("v1 PodTemplate", workloads::podTemplate);
        rules.put("apps/v1 Deployment", workloads::deployment);
        rules.put("apps/v1 ReplicaSet", workloads::replicaSet);
        rules.put("apps/v1 DaemonSet", workloads::daemonSet);
        rules.put("apps/v1 ControllerRevision", WorkloadRules::controllerRevision);
    }

    private void networking() {
        rules.put("networking.k8s.io/v1 Ingress", IngressRules::check);
        rules.put("networking.k8s.io/v1 IngressClass", NetworkingRules::ingressClass);
        rules.put("networking.k8s.io/v1 NetworkPolicy", NetworkingRules::networkPolicy);
        rules.put("networking.k8s.io/v1 ServiceCIDR", NetworkingRules::serviceCidr);
    }

    private void storage() {
        rules.put("v1 PersistentVolume", PersistentVolumeRules::check);
        rules.put("v1 PersistentVolumeClaim", PersistentVolumeClaimRules::check);
        var group = "storage.k8s.io/v1 ";
        rules.put(group + "StorageClass", StorageRules::storageClass);
        rules.put(group + "VolumeAttributesClass", StorageRules::volumeAttributesClass);
        rules.put(group + "CSIDriver", StorageRules::csiDriver);
        rules.put(group + "CSINode", StorageRules::csiNode);
        rules.put(group + "CSIStorageCapacity", StorageRules::csiStorageCapacity);
        rules.put(group + "VolumeAttachment", StorageRules::volumeAttachment);
    }

    private void admission() {
        var group = "admissionregistration.k8s.io/v1 ";
        rules.put(group + "ValidatingAdmissionPolicy", AdmissionPolicyRules::validating);
        rules.put(group + "MutatingAdmissionPolicy", AdmissionPolicyRules::mutating);
        rules.put(group + "ValidatingAdmissionPolicyBinding", AdmissionPolicyRules::validatingBinding);
        rules.put(group + "MutatingAdmissionPolicyBinding", AdmissionPolicyRules::binding);
        var flows = "flowcontrol.apiserver.k8s.io/v1 ";
        rules.put(flows + "FlowSchema", FlowControlRules::flowSchema);
        rules.put(flows + "PriorityLevelConfiguration", FlowControlRules::priorityLevel);
    }

    private void devices() {
        var group = "resource.k8s.io/v1 ";
        rules.put(group + "ResourceClaim", DeviceRules::claim);
        rules.put(group + "ResourceClaimTemplate", DeviceRules::claimTemplate);
        rules.put(group + "ResourceSlice", DeviceRules::slice);
    }
}
