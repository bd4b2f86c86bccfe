package dev.plimsoll.apiserver.protobuf;

import java.util.HashMap;
import java.util.Map;

/**
 * The messages that can be read: for each type its fields as {@code number name kind}.
 *
 * <p>Kinds: {@code s} text, {@code i} whole number, {@code b} truth, {@code I} and {@code B} the same without
 * a value where they are zero, {@code t} time, {@code q} quantity, {@code x} whole number
 * or text, {@code y} bytes, {@code m} map of texts, {@code my} map of bytes, {@code mq} map of quantities, or the name of a
 * message; a {@code *} before it means a list.
 */
final class MessageTypes {
    /** One field of a message. */
    record Field(String name, String kind, boolean repeated) {}

    private static final String TABLE = """
            ObjectMeta: 1 name s, 2 generateName s, 3 namespace s, 4 selfLink s, 5 uid s, 6 resourceVersion s, 7 generation I, \
            8 creationTimestamp t, 9 deletionTimestamp t, 10 deletionGracePeriodSeconds i, 11 labels m, 12 annotations m, \
            13 ownerReferences *OwnerReference, 14 finalizers *s
            OwnerReference: 1 kind s, 3 name s, 4 uid s, 5 apiVersion s, 6 controller b, 7 blockOwnerDeletion b
            DeleteOptions: 1 gracePeriodSeconds i, 2 preconditions Preconditions, 3 orphanDependents b, \
            4 propagationPolicy s, 5 dryRun *s
            Preconditions: 1 uid s, 2 resourceVersion s
            LabelSelector: 1 matchLabels m, 2 matchExpressions *LabelSelectorRequirement
            LabelSelectorRequirement: 1 key s, 2 operator s, 3 values *s
            LocalObjectReference: 1 name s
            Namespace: 1 metadata ObjectMeta, 2 spec NamespaceSpec, 3 status NamespaceStatus
            NamespaceSpec: 1 finalizers *s
            NamespaceStatus: 1 phase s
            ConfigMap: 1 metadata ObjectMeta, 2 data m, 3 binaryData my, 4 immutable b
            Secret: 1 metadata ObjectMeta, 2 data my, 3 type s, 4 stringData m, 5 immutable b
            ObjectReference: 1 kind s, 2 namespace s, 3 name s, 4 uid s, 5 apiVersion s, 6 resourceVersion s, 7 fieldPath s
            ServiceAccount: 1 metadata ObjectMeta, 2 secrets *ObjectReference, 3 imagePullSecrets *LocalObjectReference, \
            4 automountServiceAccountToken b
            ResourceQuota: 1 metadata ObjectMeta, 2 spec ResourceQuotaSpec, 3 status Nothing
            ResourceQuotaSpec: 1 hard mq, 2 scopes *s
            PriorityClass: 1 metadata ObjectMeta, 2 value i, 3 globalDefault b, 4 description s, 5 preemptionPolicy s
            Eviction: 1 metadata ObjectMeta, 2 deleteOptions DeleteOptions
            PodDisruptionBudget: 1 metadata ObjectMeta, 2 spec PodDisruptionBudgetSpec, 3 status Nothing
            PodDisruptionBudgetSpec: 1 minAvailable x, 2 selector LabelSelector, 3 maxUnavailable x
            TokenRequest: 1 metadata ObjectMeta, 2 spec TokenRequestSpec, 3 status Nothing
            TokenRequestSpec: 1 audiences *s, 3 boundObjectRef BoundObjectReference, 4 expirationSeconds i
            BoundObjectReference: 1 kind s, 2 apiVersion s, 3 name s, 4 uid s
            TokenReview: 1 metadata ObjectMeta, 2 spec TokenReviewSpec, 3 status Nothing
            TokenReviewSpec: 1 token s, 2 audiences *s
            SelfSubjectReview: 1 metadata ObjectMeta, 2 status Nothing
            SelfSubjectAccessReview: 1 metadata ObjectMeta, 2 spec SubjectAccessReviewSpec, 3 status Nothing
            SubjectAccessReview: 1 metadata ObjectMeta, 2 spec SubjectAccessReviewSpec, 3 status Nothing
            LocalSubjectAccessReview: 1 metadata ObjectMeta, 2 spec SubjectAccessReviewSpec, 3 status Nothing
            SubjectAccessReviewSpec: 1 resourceAttributes ResourceAttributes, \
            2 nonResourceAttributes NonResourceAttributes, 3 user s, 4 groups *s, 6 uid s
            ResourceAttributes: 1 namespace s, 2 verb s, 3 group s, 4 version s, 5 resource s, 6 subresource s, 7 name s
            NonResourceAttributes: 1 path s, 2 verb s
            SelfSubjectRulesReview: 1 metadata ObjectMeta, 2 spec SelfSubjectRulesReviewSpec, 3 status Nothing
            SelfSubjectRulesReviewSpec: 1 namespace s
            Role: 1 metadata ObjectMeta, 2 rules *PolicyRule
            ClusterRole: 1 metadata ObjectMeta, 2 rules *PolicyRule
            PolicyRule: 1 verbs *s, 2 apiGroups *s, 3 resources *s, 4 resourceNames *s, 5 nonResourceURLs *s
            RoleBinding: 1 metadata ObjectMeta, 2 subjects *Subject, 3 roleRef RoleRef
            ClusterRoleBinding: 1 metadata ObjectMeta, 2 subjects *Subject, 3 roleRef RoleRef
            Subject: 1 kind s, 2 apiGroup s, 3 name s, 4 namespace s
            RoleRef: 1 apiGroup s, 2 kind s, 3 name s
            Deployment: 1 metadata ObjectMeta, 2 spec DeploymentSpec, 3 status Nothing
            DeploymentSpec: 1 replicas i, 2 selector LabelSelector, 3 template PodTemplateSpec, \
            4 strategy Nothing, 5 minReadySeconds I, 6 revisionHistoryLimit i, 7 paused B, 9 progressDeadlineSeconds i
            HorizontalPodAutoscaler: 1 metadata ObjectMeta, 2 spec HorizontalPodAutoscalerSpec, 3 status Nothing
            HorizontalPodAutoscalerSpec: 1 scaleTargetRef CrossVersionObjectReference, 2 minReplicas i, 3 maxReplicas i, \
            4 targetCPUUtilizationPercentage i
            CrossVersionObjectReference: 1 kind s, 2 name s, 3 apiVersion s
            HorizontalPodAutoscaler autoscaling/v2: 1 metadata ObjectMeta, 2 spec ScalerSpec, 3 status Nothing
            ScalerSpec: 1 scaleTargetRef CrossVersionObjectReference, 2 minReplicas i, 3 maxReplicas i, 4 metrics *MetricSpec, \
            5 behavior ScalerBehavior
            MetricSpec: 1 type s, 4 resource ResourceMetricSource, 7 containerResource ResourceMetricSource
            ResourceMetricSource: 1 name s, 2 target MetricTarget, 3 container s
            MetricTarget: 1 type s, 2 value q, 3 averageValue q, 4 averageUtilization i
            ScalerBehavior: 1 scaleUp ScalingRules, 2 scaleDown ScalingRules
            ScalingRules: 1 selectPolicy s, 2 policies *ScalingPolicy, 3 stabilizationWindowSeconds i, 4 tolerance q
            ScalingPolicy: 1 type s, 2 value i, 3 periodSeconds i
            Job: 1 metadata ObjectMeta, 2 spec JobSpec, 3 status Nothing
            JobSpec: 1 parallelism i, 2 completions i, 4 selector LabelSelector, 6 template PodTemplateSpec
            CronJob: 1 metadata ObjectMeta, 2 spec CronJobSpec, 3 status Nothing
            CronJobSpec: 1 schedule s, 2 startingDeadlineSeconds i, 3 concurrencyPolicy s, 4 suspend b, \
            5 jobTemplate JobTemplateSpec, 6 successfulJobsHistoryLimit i, 7 failedJobsHistoryLimit i, 8 timeZone s
            JobTemplateSpec: 1 metadata ObjectMeta, 2 spec JobSpec
            PodTemplateSpec: 1 metadata ObjectMeta, 2 spec PodSpec
            PodSpec: 2 containers *Container, 3 restartPolicy s, 6 dnsPolicy s, 8 serviceAccountName s, 9 serviceAccount s, \
            10 nodeName s, 11 hostNetwork B, 12 hostPID B, 13 hostIPC B, 14 securityContext Nothing, 16 hostname s, \
            17 subdomain s, 19 schedulerName s, 24 priorityClassName s, 4 terminationGracePeriodSeconds i
            Container: 1 name s, 2 image s, 3 command *s, 4 args *s, 5 workingDir s, 6 ports *ContainerPort, \
            8 resources ResourceRequirements, 13 terminationMessagePath s, 14 imagePullPolicy s, \
            20 terminationMessagePolicy s, 16 stdin B, 17 stdinOnce B, 18 tty B
            ContainerPort: 1 name s, 2 hostPort I, 3 containerPort i, 4 protocol s, 5 hostIP s
            ResourceRequirements: 1 limits mq, 2 requests mq
            Nothing:
            """;

    private static final Map<String, Map<Integer, Field>> TYPES = parsed();

    private MessageTypes() {}

    static boolean knows(String type) {
        return TYPES.containsKey(type);
    }

    static Map<Integer, Field> fields(String type) {
        return TYPES.getOrDefault(type, Map.of());
    }

    private static Map<String, Map<Integer, Field>> parsed() {
        var types = new HashMap<String, Map<Integer, Field>>();
        for (var line : TABLE.lines().toList()) {
            var colon = line.indexOf(':');
            var fields = new HashMap<Integer, Field>();
            for (var entry : line.substring(colon + 1).split(",", -1)) {
                if (entry.isBlank()) continue;
                var words = entry.strip().split("\\s+", -1);
                var repeated = words[2].startsWith("*");
                fields.put(
                        Integer.parseInt(words[0]),
                        new Field(words[1], repeated ? words[2].substring(1) : words[2], repeated));
            }
            types.put(line.substring(0, colon), fields);
        }
        return types;
    }
}
