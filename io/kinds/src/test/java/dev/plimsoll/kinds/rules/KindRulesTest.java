package dev.plimsoll.kinds.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.Findings;
import dev.plimsoll.kinds.rules.field.ObjectRule;
import dev.plimsoll.kinds.rules.pod.PodTemplateRules;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Acceptance of Kubernetes clients: kinds-rules
/** What each kind refuses, one row for each rule; a row's object has its defaults already. */
class KindRulesTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .build();
    private static final PodTemplateRules TEMPLATES = PodTemplateRules.under(FeatureGates.DEFAULT);
    private static final Map<String, ObjectRule> RULES = Kinds.descriptors().stream()
            .collect(Collectors.toUnmodifiableMap(
                    each -> each.kind().toString(), each -> each.rules().apply(TEMPLATES)));

    /** Objects with which nothing is wrong. */
    private static final Map<String, String> SOUND = Map.ofEntries(
            Map.entry("apps/v1 Deployment", """
                    {spec:{replicas:1,selector:{matchLabels:{app:'x'}},strategy:{type:'Recreate'},
                     template:{metadata:{labels:{app:'x'}},spec:{restartPolicy:'Always',
                      containers:[{name:'c',image:'i',imagePullPolicy:'Always'}]}}}}"""),
            Map.entry("apps/v1 DaemonSet", """
                    {spec:{selector:{matchLabels:{app:'x'}},
                     updateStrategy:{type:'RollingUpdate',rollingUpdate:{maxUnavailable:1,maxSurge:0}},
                     template:{metadata:{labels:{app:'x'}},spec:{restartPolicy:'Always',
                      containers:[{name:'c',image:'i'}]}}}}"""),
            Map.entry("apps/v1 StatefulSet", """
                    {spec:{podManagementPolicy:'Parallel',updateStrategy:{type:'OnDelete'},serviceName:'s',
                     selector:{matchLabels:{app:'x'}},template:{metadata:{labels:{app:'x'}},
                      spec:{restartPolicy:'Always',containers:[{name:'c',image:'i'}]}},
                     volumeClaimTemplates:[{metadata:{name:'d'},
                      spec:{accessModes:['ReadWriteOnce'],resources:{requests:{storage:'1Gi'}}}}]}}"""),
            Map.entry("v1 ReplicationController", """
                    {spec:{replicas:1,selector:{app:'x'},template:{metadata:{labels:{app:'x'}},
                     spec:{restartPolicy:'Always',containers:[{name:'c',image:'i'}]}}}}"""),
            Map.entry("batch/v1 Job", """
                    {metadata:{name:'j'},spec:{completionMode:'Indexed',completions:3,parallelism:2,
                     podFailurePolicy:{rules:[{action:'FailJob',onExitCodes:{operator:'In',values:[1,2]}}]},
                     selector:{matchLabels:{uid:'u'}},template:{metadata:{labels:{uid:'u'}},spec:{restartPolicy:'Never',
                     containers:[{name:'c',image:'i'}]}}}}"""),
            Map.entry("policy/v1 PodDisruptionBudget", "{spec:{minAvailable:1,selector:{}}}"),
            Map.entry("v1 Endpoints", "{subsets:[{addresses:[{ip:'10.1.2.3'}],ports:[{port:80,protocol:'TCP'}]}]}"),
            Map.entry("discovery.k8s.io/v1 EndpointSlice", """
                    {addressType:'IPv4',endpoints:[{addresses:['10.1.2.3']}],ports:[{name:'http',port:80,protocol:'TCP'}]}"""),
            Map.entry("networking.k8s.io/v1 Ingress", """
                    {spec:{rules:[{host:'a.example',http:{paths:[{path:'/',pathType:'Prefix',
                     backend:{service:{name:'s',port:{number:80}}}}]}}]}}"""),
            Map.entry("networking.k8s.io/v1 IngressClass", "{spec:{controller:'example.com/x'}}"),
            Map.entry("networking.k8s.io/v1 NetworkPolicy", "{spec:{podSelector:{},policyTypes:['Ingress']}}"),
            Map.entry("networking.k8s.io/v1 ServiceCIDR", "{spec:{cidrs:['10.200.0.0/16']}}"),
            Map.entry("v1 PersistentVolume", """
                    {spec:{accessModes:['ReadWriteOnce'],capacity:{storage:'1Gi'},hostPath:{path:'/data'}}}"""),
            Map.entry("v1 PersistentVolumeClaim", """
                    {spec:{accessModes:['ReadWriteOnce'],resources:{requests:{storage:'1Gi'}}}}"""),
            Map.entry("storage.k8s.io/v1 StorageClass", "{provisioner:'example.com/p',volumeBindingMode:'Immediate'}"),
            Map.entry("storage.k8s.io/v1 VolumeAttributesClass", "{driverName:'example.com/d',parameters:{a:'b'}}"),
            Map.entry("storage.k8s.io/v1 VolumeAttachment", """
                    {spec:{attacher:'a.example',nodeName:'n',source:{persistentVolumeName:'pv'}}}"""),
            Map.entry("storage.k8s.io/v1 CSIStorageCapacity", "{storageClassName:'s'}"),
            Map.entry("admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy", """
                    {spec:{failurePolicy:'Fail',validations:[{expression:'true'}],matchConstraints:{resourceRules:[
                     {apiGroups:['apps'],apiVersions:['v1'],operations:['CREATE'],resources:['deployments']}]}}}"""),
            Map.entry("admissionregistration.k8s.io/v1 MutatingAdmissionPolicy", """
                    {spec:{failurePolicy:'Fail',reinvocationPolicy:'Never',
                     mutations:[{patchType:'ApplyConfiguration',applyConfiguration:{expression:'Object{}'}}],
                     matchConstraints:{resourceRules:[
                     {apiGroups:['apps'],apiVersions:['v1'],operations:['CREATE'],resources:['deployments']}]}}}"""),
            Map.entry("admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding", """
                    {spec:{policyName:'p',validationActions:['Deny']}}"""),
            Map.entry("flowcontrol.apiserver.k8s.io/v1 FlowSchema", """
                    {spec:{matchingPrecedence:1000,priorityLevelConfiguration:{name:'l'}}}"""),
            Map.entry("flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration", """
                    {spec:{type:'Limited',limited:{nominalConcurrencyShares:10,limitResponse:{type:'Reject'}}}}"""),
            Map.entry("resource.k8s.io/v1 ResourceClaim", """
                    {spec:{devices:{requests:[{name:'r',exactly:{deviceClassName:'c',allocationMode:'ExactCount',count:1}}]}}}"""),
            Map.entry("resource.k8s.io/v1 ResourceSlice", """
                    {spec:{driver:'d.example.com',nodeName:'n',pool:{name:'p',generation:1,resourceSliceCount:1},
                     devices:[{name:'d0'}]}}"""),
            Map.entry("node.k8s.io/v1 RuntimeClass", "{handler:'h'}"),
            Map.entry("apps/v1 ControllerRevision", "{data:{a:'b'},revision:1}"),
            Map.entry("scheduling.k8s.io/v1 PriorityClass", "{metadata:{name:'p'},value:5}"),
            Map.entry("coordination.k8s.io/v1 Lease", "{spec:{leaseDurationSeconds:15}}"));

    @Test
    @DisplayName("objects with which nothing is wrong")
    void sound() {
        for (var kind : SOUND.entrySet()) {
            assertThat(errors(kind.getKey(), json(kind.getValue())))
                    .as(kind.getKey())
                    .isEmpty();
        }
    }

    /** A row: a kind, a place in the sound object of the kind, what stands there instead (nothing: it is taken away), the errors. */
    @ParameterizedTest(name = "{0} {1} = {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            apps/v1 Deployment | /spec/replicas | -1 | spec.replicas: Invalid value: -1: must be greater than or equal to 0
            apps/v1 Deployment | /spec/selector | | spec.selector: Required value; spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`
            apps/v1 Deployment | /spec/selector | {} | spec.selector: Invalid value: {}: empty selector is invalid for deployment
            apps/v1 Deployment | /spec/selector/matchLabels/app | 'y' | spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`
            apps/v1 Deployment | /spec/template/metadata | | spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`
            apps/v1 Deployment | /spec/template/spec/containers | [] | spec.template.spec.containers: Required value
            apps/v1 Deployment | /spec/template/spec/containers/0/image | | spec.template.spec.containers[0].image: Required value
            apps/v1 Deployment | /spec/template/spec/restartPolicy | 'Never' | spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"
            apps/v1 Deployment | /spec/template/spec/activeDeadlineSeconds | 5 | spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported
            apps/v1 Deployment | /spec/template/spec/containers/0/livenessProbe | {} | spec.template.spec.containers[0].livenessProbe: Required value: must specify a handler type
            apps/v1 Deployment | /spec/template/spec/containers/0/resources | {requests:{cpu:'2'},limits:{cpu:'1'}} | spec.template.spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1
            apps/v1 Deployment | /spec/strategy | {type:'X'} | spec.strategy: Unsupported value: {"Type":"X","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"
            apps/v1 Deployment | /spec/strategy/rollingUpdate | {maxSurge:1} | spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'
            apps/v1 Deployment | /spec/strategy | {type:'RollingUpdate',rollingUpdate:{maxSurge:0,maxUnavailable:0}} | spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0
            apps/v1 Deployment | /spec/strategy | {type:'RollingUpdate',rollingUpdate:{maxSurge:1,maxUnavailable:'101%'}} | spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%
            apps/v1 Deployment | /spec/progressDeadlineSeconds | 0 | spec.progressDeadlineSeconds: Invalid value: 0: must be greater than minReadySeconds
            apps/v1 DaemonSet | /spec/selector | | spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`
            apps/v1 DaemonSet | /spec/updateStrategy/rollingUpdate/maxUnavailable | 0 | spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0
            apps/v1 DaemonSet | /spec/updateStrategy/rollingUpdate/maxSurge | 1 | spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero
            apps/v1 StatefulSet | /spec/podManagementPolicy | 'Y' | spec.podManagementPolicy: Invalid value: "Y": must be 'OrderedReady' or 'Parallel'
            apps/v1 StatefulSet | /spec/updateStrategy | {type:'N',rollingUpdate:{partition:1}} | spec.updateStrategy: Invalid value: {"Type":"N","RollingUpdate":{"Partition":1,"MaxUnavailable":null}}: must be 'RollingUpdate' or 'OnDelete'
            apps/v1 StatefulSet | /spec/volumeClaimTemplates/0/metadata | {} | spec.template.spec.volumes[0].persistentVolumeClaim.claimName: Required value; spec.template.spec.volumes[0].name: Required value
            apps/v1 StatefulSet | /spec/volumeClaimTemplates/0/spec | {} | spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required; spec.volumeClaimTemplates[0].spec.resources[storage]: Required value
            v1 ReplicationController | /spec | {} | spec.selector: Required value; spec.template: Required value
            v1 ReplicationController | /spec/selector/app | 'y' | spec.template.metadata.labels: Invalid value: {"app":"x"}: `selector` does not match template `labels`
            batch/v1 Job | /metadata/name | '-x' | metadata.name: Invalid value: "-x": will not able to create pod with invalid DNS label: -x-2
            batch/v1 Job | /spec/completions | | spec.completions: Required value: when completion mode is Indexed
            batch/v1 Job | /spec/template/spec/restartPolicy | 'Always' | spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"
            batch/v1 Job | /spec/template/spec/restartPolicy | 'X' | spec.template.spec.restartPolicy: Unsupported value: "X": supported values: "Always", "OnFailure", "Never"; spec.template.spec.restartPolicy: Unsupported value: "X": supported values: "OnFailure", "Never"
            batch/v1 Job | /spec/template/spec/restartPolicy | 'OnFailure' | spec.template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified
            batch/v1 Job | /spec/podFailurePolicy/rules/0/action | 'X' | spec.podFailurePolicy.rules[0].action: Unsupported value: "X": supported values: "Count", "FailIndex", "FailJob", "Ignore"
            batch/v1 Job | /spec/podFailurePolicy/rules/0/onExitCodes/values | [] | spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: []: at least one value is required
            batch/v1 Job | /spec/podFailurePolicy/rules/0/onExitCodes/values | [0,0] | spec.podFailurePolicy.rules[0].onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator; spec.podFailurePolicy.rules[0].onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator; spec.podFailurePolicy.rules[0].onExitCodes.values[1]: Duplicate value: 0
            policy/v1 PodDisruptionBudget | /spec/maxUnavailable | 1 | spec: Invalid value: {"MinAvailable":1,"Selector":{},"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set
            policy/v1 PodDisruptionBudget | /spec/unhealthyPodEvictionPolicy | 'X' | spec.unhealthyPodEvictionPolicy: Unsupported value: "X": supported values: "AlwaysAllow", "IfHealthyBudget"
            v1 Endpoints | /subsets/0/addresses | | subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`
            v1 Endpoints | /subsets/0/addresses/0/ip | '-x' | subsets[0].addresses[0].ip: Invalid value: "-x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff); subsets[0].addresses[0].ip: Invalid value: "-x": must be a valid IP address
            v1 Endpoints | /subsets/0/addresses/0/ip | '127.0.0.1' | subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)
            v1 Endpoints | /subsets/0/ports/0/port | 0 | subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive
            discovery.k8s.io/v1 EndpointSlice | /endpoints/0/addresses | | endpoints[0].addresses: Required value
            discovery.k8s.io/v1 EndpointSlice | /endpoints/0/addresses/0 | '2001:db8::1' | endpoints[0].addresses[0]: Invalid value: "2001:db8::1": must be an IPv4 address
            networking.k8s.io/v1 Ingress | /spec/rules | | spec: Invalid value: null: either `defaultBackend` or `rules` must be specified
            networking.k8s.io/v1 Ingress | /spec/rules/0/host | '10.0.0.1' | spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address
            networking.k8s.io/v1 Ingress | /spec/rules/0/http/paths/0/path | 'x' | spec.rules[0].http.paths[0].path: Invalid value: "x": must be an absolute path
            networking.k8s.io/v1 Ingress | /spec/rules/0/http/paths/0/pathType | | spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified
            networking.k8s.io/v1 Ingress | /spec/rules/0/http/paths/0/backend | | spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required
            networking.k8s.io/v1 Ingress | /spec/rules/0/http/paths/0/backend/service/port | | spec.rules[0].http.paths[0].backend: Required value: port name or number is required
            networking.k8s.io/v1 IngressClass | /spec/controller | | spec.controller: Required value
            networking.k8s.io/v1 IngressClass | /spec/controller | '-5' | spec.controller: Invalid value: "-5": must be a domain-prefixed path (such as "acme.io/foo")
            networking.k8s.io/v1 NetworkPolicy | /spec/policyTypes/0 | 'X' | spec.policyTypes[0]: Unsupported value: "X": supported values: "Ingress", "Egress"
            networking.k8s.io/v1 ServiceCIDR | /spec/cidrs/0 | '*' | spec.cidrs[0]: Invalid value: "*": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)
            v1 PersistentVolume | /spec/accessModes/0 | 'x/y' | spec.accessModes: Unsupported value: "x/y": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"
            v1 PersistentVolume | /spec/hostPath | | spec: Required value: must specify a volume type
            v1 PersistentVolumeClaim | /spec/resources | | spec.resources[storage]: Required value
            v1 PersistentVolumeClaim | /spec/resources/requests/storage | '0' | spec.resources[storage]: Invalid value: "0": must be greater than zero
            v1 PersistentVolumeClaim | /spec/resources/requests/storage | '-5' | spec.resources[storage]: Invalid value: "-5": must be greater than zero
            storage.k8s.io/v1 StorageClass | /provisioner | | provisioner: Required value
            storage.k8s.io/v1 VolumeAttributesClass | /parameters | {} | parameters: Required value: must contain at least one key/value pair
            storage.k8s.io/v1 VolumeAttachment | /spec/attacher | | spec.attacher: Required value
            storage.k8s.io/v1 VolumeAttachment | /spec/source | | spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName
            admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy | /spec/validations | | spec.validations: Required value: validations or auditAnnotations must contain at least one item; spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item
            admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy | /spec/matchConstraints/resourceRules/0/operations | | spec.matchConstraints.resourceRules[0].operations: Required value
            admissionregistration.k8s.io/v1 MutatingAdmissionPolicy | /spec/matchConstraints | | spec.matchConstraints: Required value
            admissionregistration.k8s.io/v1 MutatingAdmissionPolicy | /spec/reinvocationPolicy | '1.5' | spec.reinvocationPolicy: Unsupported value: "1.5": supported values: "IfNeeded", "Never"
            admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding | /spec/policyName | | spec.policyName: Required value
            admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding | /spec/validationActions/0 | 'X' | spec.validationActions[0]: Unsupported value: "X": supported values: "Audit", "Deny", "Warn"
            flowcontrol.apiserver.k8s.io/v1 FlowSchema | /spec/priorityLevelConfiguration | | spec.priorityLevelConfiguration.name: Required value: must reference a priority level
            flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration | /spec/type | 'X' | spec.type: Unsupported value: "X": supported values: "Exempt", "Limited"; spec.limited: Forbidden
            flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration | /spec/limited/limitResponse | {} | spec.limited.limitResponse.type: Required value
            resource.k8s.io/v1 ResourceClaim | /spec/devices/requests/0/exactly | | spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required
            resource.k8s.io/v1 ResourceClaim | /spec/devices/requests/0/exactly/deviceClassName | | spec.devices.requests[0].exactly.deviceClassName: Required value
            resource.k8s.io/v1 ResourceSlice | /spec/nodeName | | spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required
            resource.k8s.io/v1 ResourceSlice | /spec/pool/resourceSliceCount | 0 | spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero
            apps/v1 ControllerRevision | /data | true | data: Required value: data must be a valid JSON object
            apps/v1 ControllerRevision | /revision | -1 | revision: Invalid value: -1: must be greater than or equal to 0
            scheduling.k8s.io/v1 PriorityClass | /value | 1000000001 | value: Forbidden: maximum allowed value of a user defined priority is 1000000000
            coordination.k8s.io/v1 Lease | /spec/leaseDurationSeconds | 0 | spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0
            """)
    void refusals(String kind, String place, @Nullable String value, String expected) {
        var object = json(Objects.requireNonNull(SOUND.get(kind)));
        put(object, place, value == null ? null : json("{v:" + value + "}").get("v"));
        assertThat(String.join(
                        "; ",
                        errors(kind, object).stream().map(FieldError::toString).toList()))
                .isEqualTo(expected);
    }

    @Test
    @DisplayName("whatever stands anywhere in an object, its rules end and say no more than the object is long")
    void anyObject() {
        var random = new Random(17);
        for (var kind : SOUND.entrySet()) {
            for (var i = 0; i < 300; i++) {
                var object = json(kind.getValue());
                for (var spoilt = 0; spoilt < 3; spoilt++) spoil(object, random);
                var longest = 40 * (object.toString().length() + 10);
                assertThat(errors(kind.getKey(), object)).hasSizeLessThan(longest);
            }
        }
    }

    private static List<FieldError> errors(String kind, ObjectNode object) {
        var found = new Findings();
        Objects.requireNonNull(RULES.get(kind), kind).check(FieldValue.of(object), found);
        return found.toList();
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static void put(ObjectNode object, String place, @Nullable JsonNode value) {
        var cut = place.lastIndexOf('/');
        var parent = object.at(place.substring(0, cut));
        var name = place.substring(cut + 1);
        if (parent instanceof ArrayNode list) list.set(Integer.parseInt(name), Objects.requireNonNull(value));
        else if (value == null) ((ObjectNode) parent).remove(name);
        else ((ObjectNode) parent).set(name, value);
    }

    /** Puts something else in some place, of the type that its decoder lets through: a container for a container, a value for a value. */
    private static void spoil(JsonNode node, Random random) {
        if (node.isEmpty()) return;
        var place = random.nextInt(node.size());
        var name = node.isObject() ? List.copyOf(node.properties()).get(place).getKey() : "";
        var child = node.isObject() ? node.get(name) : node.get(place);
        if (child.isContainerNode() && random.nextInt(4) != 0) {
            spoil(child, random);
            return;
        }
        var nodes = JsonNodeFactory.instance;
        JsonNode other = child.isObject()
                ? nodes.objectNode()
                : child.isArray()
                        ? nodes.arrayNode()
                        : child.isNumber()
                                ? nodes.numberNode(random.nextInt())
                                : nodes.textNode("%/-.*".repeat(random.nextInt(200)));
        if (node instanceof ObjectNode object) object.set(name, other);
        else ((ArrayNode) node).set(place, other);
    }
}
