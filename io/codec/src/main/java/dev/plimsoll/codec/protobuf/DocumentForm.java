package dev.plimsoll.codec.protobuf;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Where a document differs from the message that carries it: names, inlined messages, values with a form of their own, zeroes. */
public final class DocumentForm {
    private static final String SCHEMA = "JSONSchemaProps";

    /** What a message looks like in a document. */
    public enum Form {
        /** An object with the message's fields. */
        OBJECT,
        /** Seconds since 1970, written as a time of day in UTC; an empty message is no time at all. */
        TIME,
        /** The same, with six digits behind the second. */
        MICRO_TIME,
        /** The text of a quantity. */
        QUANTITY,
        /** A number or a text. */
        INT_OR_STRING,
        /** An object of any kind: JSON, or a whole enveloped message. */
        RAW_EXTENSION,
        /** JSON of any form. */
        JSON,
        /** A list of texts. */
        STRINGS,
        /** A schema, or a list of them. */
        SCHEMA_OR_ARRAY,
        /** A schema, or true or false. */
        SCHEMA_OR_BOOL,
        /** A schema, or a list of texts. */
        SCHEMA_OR_STRINGS
    }

    private static final Map<String, Form> FORMS = Map.ofEntries(
            Map.entry(MessageTypes.META + "Time", Form.TIME),
            Map.entry(MessageTypes.META + "MicroTime", Form.MICRO_TIME),
            Map.entry(MessageTypes.META + "FieldsV1", Form.JSON),
            Map.entry(MessageTypes.META + "Verbs", Form.STRINGS),
            Map.entry("k8s.io.apimachinery.pkg.api.resource.Quantity", Form.QUANTITY),
            Map.entry("k8s.io.apimachinery.pkg.api.resource.QuantityValue", Form.QUANTITY),
            Map.entry("k8s.io.apimachinery.pkg.util.intstr.IntOrString", Form.INT_OR_STRING),
            Map.entry("k8s.io.apimachinery.pkg.runtime.RawExtension", Form.RAW_EXTENSION));
    private static final Map<String, Form> FORMS_BY_SIMPLE_NAME = Map.of(
            "ExtraValue",
            Form.STRINGS,
            "JSON",
            Form.JSON,
            SCHEMA + "OrArray",
            Form.SCHEMA_OR_ARRAY,
            SCHEMA + "OrBool",
            Form.SCHEMA_OR_BOOL,
            SCHEMA + "OrStringArray",
            Form.SCHEMA_OR_STRINGS);

    /** Messages whose fields stand in the document beside those of the message that holds them. */
    private static final Set<String> INLINED = Set.of(
            "ConfigMapEnvSource.localObjectReference",
            "ConfigMapKeySelector.localObjectReference",
            "ConfigMapProjection.localObjectReference",
            "ConfigMapVolumeSource.localObjectReference",
            "SecretEnvSource.localObjectReference",
            "SecretKeySelector.localObjectReference",
            "SecretProjection.localObjectReference",
            "EphemeralContainer.ephemeralContainerCommon",
            "IngressRule.ingressRuleValue",
            "PersistentVolumeSpec.persistentVolumeSource",
            "Probe.handler",
            "Volume.volumeSource",
            "RuleWithOperations.rule",
            "NamedRuleWithOperations.ruleWithOperations",
            "DeviceClaimConfiguration.deviceConfiguration",
            "DeviceClassConfiguration.deviceConfiguration",
            "DeviceAllocationConfiguration.deviceConfiguration");

    /**
     * Numbers and truth values that senders always write and that say nothing when they are zero. All others are written only when
     * somebody has set them, so that a zero is meant ({@code replicas: 0}).
     */
    private static final Set<String> ZERO_IS_ABSENT = Set.of("""
            ObjectMeta.generation Condition.observedGeneration Status.code StatusDetails.retryAfterSeconds \
            Container.stdin Container.stdinOnce Container.tty EphemeralContainerCommon.stdin EphemeralContainerCommon.stdinOnce \
            EphemeralContainerCommon.tty ContainerPort.hostPort VolumeMount.readOnly PodSpec.hostNetwork PodSpec.hostPID PodSpec.hostIPC \
            Probe.initialDelaySeconds Probe.timeoutSeconds Probe.periodSeconds Probe.successThreshold Probe.failureThreshold \
            GCEPersistentDiskVolumeSource.partition GCEPersistentDiskVolumeSource.readOnly AWSElasticBlockStoreVolumeSource.partition \
            AWSElasticBlockStoreVolumeSource.readOnly ISCSIVolumeSource.readOnly ISCSIVolumeSource.chapAuthDiscovery \
            ISCSIVolumeSource.chapAuthSession ISCSIPersistentVolumeSource.readOnly ISCSIPersistentVolumeSource.chapAuthDiscovery \
            ISCSIPersistentVolumeSource.chapAuthSession GlusterfsVolumeSource.readOnly GlusterfsPersistentVolumeSource.readOnly \
            RBDVolumeSource.readOnly RBDPersistentVolumeSource.readOnly FlexVolumeSource.readOnly FlexPersistentVolumeSource.readOnly \
            CephFSVolumeSource.readOnly CephFSPersistentVolumeSource.readOnly CinderVolumeSource.readOnly \
            CinderPersistentVolumeSource.readOnly NFSVolumeSource.readOnly PortworxVolumeSource.readOnly ScaleIOVolumeSource.readOnly \
            ScaleIOVolumeSource.sslEnabled ScaleIOPersistentVolumeSource.readOnly ScaleIOPersistentVolumeSource.sslEnabled \
            StorageOSVolumeSource.readOnly StorageOSPersistentVolumeSource.readOnly QuobyteVolumeSource.readOnly \
            PersistentVolumeClaimVolumeSource.readOnly AzureFileVolumeSource.readOnly AzureFilePersistentVolumeSource.readOnly \
            CSIPersistentVolumeSource.readOnly FCVolumeSource.readOnly ContainerStateTerminated.signal \
            PodStatus.observedGeneration PodCondition.observedGeneration ServicePort.nodePort ServiceSpec.publishNotReadyAddresses \
            ServiceSpec.healthCheckNodePort ReplicationControllerSpec.minReadySeconds ReplicationControllerStatus.fullyLabeledReplicas \
            ReplicationControllerStatus.readyReplicas ReplicationControllerStatus.availableReplicas \
            ReplicationControllerStatus.observedGeneration NodeSpec.unschedulable ContainerImage.sizeBytes Event.count EventSeries.count \
            DeploymentSpec.minReadySeconds DeploymentSpec.paused DeploymentStatus.observedGeneration DeploymentStatus.replicas \
            DeploymentStatus.updatedReplicas DeploymentStatus.readyReplicas DeploymentStatus.availableReplicas \
            DeploymentStatus.unavailableReplicas ReplicaSetSpec.minReadySeconds ReplicaSetStatus.fullyLabeledReplicas \
            ReplicaSetStatus.readyReplicas ReplicaSetStatus.availableReplicas ReplicaSetStatus.observedGeneration \
            StatefulSetSpec.minReadySeconds StatefulSetStatus.observedGeneration StatefulSetStatus.readyReplicas \
            StatefulSetStatus.currentReplicas StatefulSetStatus.updatedReplicas DaemonSetSpec.minReadySeconds \
            DaemonSetStatus.observedGeneration DaemonSetStatus.updatedNumberScheduled DaemonSetStatus.numberAvailable \
            DaemonSetStatus.numberUnavailable ScaleSpec.replicas JobStatus.active JobStatus.succeeded JobStatus.failed \
            HorizontalPodAutoscalerStatus.currentReplicas PodDisruptionBudgetStatus.observedGeneration PriorityClass.globalDefault \
            ServiceBackendPort.number TokenReviewStatus.authenticated SubjectAccessReviewStatus.denied \
            ValidatingAdmissionPolicyStatus.observedGeneration CustomResourceDefinitionVersion.deprecated \
            CustomResourceColumnDefinition.priority JSONSchemaProps.exclusiveMaximum JSONSchemaProps.exclusiveMinimum \
            JSONSchemaProps.uniqueItems JSONSchemaProps.nullable JSONSchemaProps.xKubernetesEmbeddedResource \
            JSONSchemaProps.xKubernetesIntOrString CustomResourceDefinitionSpec.preserveUnknownFields \
            CustomResourceDefinitionStatus.observedGeneration CustomResourceDefinitionCondition.observedGeneration \
            APIServiceSpec.insecureSkipTLSVerify ExactDeviceRequest.count DeviceSubRequest.count Event.deprecatedCount""".split(" "));

    /** Texts that are meant where they are there and empty. All others are always written and say nothing when they are empty. */
    private static final Set<String> EMPTY_IS_MEANT = Set.of(
            "PersistentVolumeClaimSpec.storageClassName",
            "PersistentVolumeClaimSpec.volumeAttributesClassName",
            "PersistentVolumeSpec.volumeAttributesClassName",
            "LeaseSpec.holderIdentity",
            "LeaseSpec.preferredHolder",
            "EndpointPort.name",
            "EndpointPort.appProtocol",
            "Preconditions.uid",
            "Preconditions.resourceVersion",
            "TypedLocalObjectReference.apiGroup",
            "TypedObjectReference.apiGroup",
            "HostPathVolumeSource.type",
            "ContainerStatus.image",
            "ContainerStatus.imageID");

    /** Messages all of whose texts are always written in documents. */
    private static final Set<String> WRITES_EMPTY_TEXTS = Set.of("NodeSystemInfo");

    /** Fields whose names in messages begin with a capital and in documents do not. */
    private static final Set<String> CAPITALISED = Set.of("Expression", "Name", "Webhooks");

    private DocumentForm() {}

    public static Form of(String message) {
        var form = FORMS.get(message);
        return form != null
                ? form
                : FORMS_BY_SIMPLE_NAME.getOrDefault(message.substring(message.lastIndexOf('.') + 1), Form.OBJECT);
    }

    /** The name of a field in documents. */
    static String fieldName(String message, String name) {
        if (name.equals("uID")) return "uid";
        if (name.equals("aPIGroup")) return "apiGroup";
        if (CAPITALISED.contains(name)) return Character.toLowerCase(name.charAt(0)) + name.substring(1);
        if (!message.endsWith("." + SCHEMA)) return name;
        if (name.equals("schema") || name.equals("ref")) return "$" + name;
        if (!name.startsWith("xKubernetes")) return name;
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    static boolean isInlined(String message, String field) {
        return INLINED.contains(qualified(message, field));
    }

    static boolean isZeroAbsent(String message, String field) {
        return ZERO_IS_ABSENT.contains(qualified(message, field));
    }

    static boolean isEmptyMeant(String message, String field) {
        return EMPTY_IS_MEANT.contains(qualified(message, field))
                || WRITES_EMPTY_TEXTS.contains(message.substring(message.lastIndexOf('.') + 1));
    }

    private static String qualified(String message, String field) {
        return message.substring(message.lastIndexOf('.') + 1) + "." + field;
    }
}
