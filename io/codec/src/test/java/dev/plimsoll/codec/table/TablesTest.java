package dev.plimsoll.codec.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.json.JsonBytes;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.trees.RandomTrees;
import dev.plimsoll.codec.trees.Trees;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

// Acceptance of Kubernetes clients: kinds-served
/** Spec 9.2: the columns of each kind and what they show. Wide columns are in parentheses. */
// Acceptance of production: tables
class TablesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
    private static final String META = "metadata:{name:'x',creationTimestamp:'2026-01-01T00:00:00Z'}";
    private static final String TEMPLATE =
            "template:{spec:{nodeSelector:{d:'ssd'},containers:[{name:'a',image:'i'},{name:'b',image:'j'}]}}";

    record Kind(Columns shown, String kind, String columns, String document, String cells) {
        @Override
        public String toString() {
            return kind;
        }
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                new Kind(
                        NodeColumns.COLUMNS,
                        "Node",
                        "Name Status Roles Age Version (Internal-IP) (External-IP) (OS-Image) (Kernel-Version) (Container-Runtime)",
                        "{metadata:{name:'n',creationTimestamp:'2026-01-01T00:00:00Z',labels:{'node-role.kubernetes.io/b':'',"
                                + "'node-role.kubernetes.io/a':''}},spec:{unschedulable:true},status:{conditions:"
                                + "[{type:'Ready',status:'True'}],addresses:[{type:'InternalIP',address:'10.0.0.1'}],"
                                + "nodeInfo:{kubeletVersion:'v1',kernelVersion:'6.1',architecture:'amd64'}}}",
                        "n|Ready,SchedulingDisabled|a,b|60m|v1|10.0.0.1|<none>|<unknown>|6.1 (amd64)|<unknown>"),
                new Kind(
                        SimpleColumns.NAMESPACES,
                        "Namespace",
                        "Name Status Age",
                        "{" + META + ",status:{phase:'Active'}}",
                        "x|Active|60m"),
                new Kind(
                        PolicyColumns.QUOTAS,
                        "ResourceQuota",
                        "Name Request Limit Age",
                        "{" + META + ",status:{hard:{'requests.cpu':'4',pods:'10','limits.cpu':'8'},"
                                + "used:{pods:'3','requests.cpu':'1500m','limits.cpu':'3'}}}",
                        "x|pods: 3/10, requests.cpu: 1500m/4|limits.cpu: 3/8|60m"),
                new Kind(
                        Columns.nameAndCreation(),
                        "LimitRange",
                        "Name Created At",
                        "{" + META + "}",
                        "x|2026-01-01T00:00:00Z"),
                new Kind(
                        EventColumns.COLUMNS,
                        "Event",
                        "Last Seen Type Reason Object (Subobject) (Source) Message (First Seen) (Count) (Name)",
                        "{" + META + ",type:'Normal',reason:'R',involvedObject:{kind:'Pod',name:'p',fieldPath:'f'},"
                                + "message:' m\\n',source:{component:'c',host:'h'},firstTimestamp:'2026-01-01T00:30:00Z',"
                                + "lastTimestamp:'2026-01-01T00:59:00Z',count:4}",
                        "60s|Normal|R|pod/p|f|c, h|m|30m|4|x"),
                new Kind(
                        EventColumns.COLUMNS,
                        "Event",
                        "Last Seen Type Reason Object (Subobject) (Source) Message (First Seen) (Count) (Name)",
                        "{" + META + ",regarding:{kind:'Pod',name:'p'},note:'n',reportingController:'c',"
                                + "eventTime:'2026-01-01T00:00:00.000000Z',"
                                + "series:{count:7,lastObservedTime:'2026-01-01T00:59:30.000000Z'}}",
                        "30s|||pod/p||c|n|60m|7|x"),
                new Kind(
                        ServiceColumns.COLUMNS,
                        "Service",
                        "Name Type Cluster-IP External-IP Port(s) Age (Selector)",
                        "{" + META + ",spec:{type:'LoadBalancer',clusterIP:'10.0.0.1',clusterIPs:['10.0.0.1'],"
                                + "selector:{b:'2',a:'1'},ports:[{port:80,nodePort:30080,protocol:'TCP'},{port:53,"
                                + "protocol:'UDP'}]}}",
                        "x|LoadBalancer|10.0.0.1|<pending>|80:30080/TCP,53/UDP|60m|a=1,b=2"),
                new Kind(
                        SimpleColumns.CONFIG_MAPS,
                        "ConfigMap",
                        "Name Data Age",
                        "{" + META + ",data:{a:'',b:''},binaryData:{c:''}}",
                        "x|3|60m"),
                new Kind(
                        SimpleColumns.SECRETS,
                        "Secret",
                        "Name Type Data Age",
                        "{" + META + ",type:'Opaque',data:{a:''}}",
                        "x|Opaque|1|60m"),
                new Kind(Columns.nameAndAge(), "ServiceAccount", "Name Age", "{" + META + "}", "x|60m"),
                new Kind(
                        WorkloadColumns.DEPLOYMENTS,
                        "Deployment",
                        "Name Ready Up-to-date Available Age (Containers) (Images) (Selector)",
                        "{" + META + ",spec:{replicas:3,selector:{matchLabels:{a:'b'},matchExpressions:[{key:'c',"
                                + "operator:'In',values:['y','x']}]}," + TEMPLATE + "},status:{readyReplicas:1,"
                                + "updatedReplicas:2,availableReplicas:1}}",
                        "x|1/3|2|1|60m|a,b|i,j|a=b,c in (x,y)"),
                new Kind(
                        WorkloadColumns.REPLICA_SETS,
                        "ReplicaSet",
                        "Name Desired Current Ready Age (Containers) (Images) (Selector)",
                        "{" + META + ",spec:{replicas:3," + TEMPLATE + "},status:{replicas:2,readyReplicas:1}}",
                        "x|3|2|1|60m|a,b|i,j|<none>"),
                new Kind(
                        WorkloadColumns.STATEFUL_SETS,
                        "StatefulSet",
                        "Name Ready Age (Containers) (Images)",
                        "{" + META + ",spec:{replicas:3," + TEMPLATE + "},status:{readyReplicas:1}}",
                        "x|1/3|60m|a,b|i,j"),
                new Kind(
                        WorkloadColumns.DAEMON_SETS,
                        "DaemonSet",
                        "Name Desired Current Ready Up-to-date Available Node Selector Age (Containers) (Images) (Selector)",
                        "{" + META + ",spec:{" + TEMPLATE
                                + "},status:{desiredNumberScheduled:5,currentNumberScheduled:4,"
                                + "numberReady:3,updatedNumberScheduled:2,numberAvailable:1}}",
                        "x|5|4|3|2|1|d=ssd|60m|a,b|i,j|<none>"),
                new Kind(
                        WorkloadColumns.JOBS,
                        "Job",
                        "Name Status Completions Duration Age (Containers) (Images) (Selector)",
                        "{" + META + ",spec:{completions:2," + TEMPLATE + "},status:{succeeded:1,"
                                + "startTime:'2026-01-01T00:00:00Z',completionTime:'2026-01-01T00:00:30Z',"
                                + "conditions:[{type:'Complete',status:'True'}]}}",
                        "x|Complete|1/2|30s|60m|a,b|i,j|<none>"),
                new Kind(
                        SimpleColumns.LEASES,
                        "Lease",
                        "Name Holder Age",
                        "{" + META + ",spec:{holderIdentity:'h'}}",
                        "x|h|60m"),
                new Kind(
                        PolicyColumns.PRIORITY_CLASSES,
                        "PriorityClass",
                        "Name Value Global-Default Age PreemptionPolicy",
                        "{" + META + ",value:1000}",
                        "x|1000|false|60m|PreemptLowerPriority"),
                new Kind(
                        PolicyColumns.RUNTIME_CLASSES,
                        "RuntimeClass",
                        "Name Handler Age",
                        "{" + META + ",handler:'runc'}",
                        "x|runc|60m"),
                new Kind(
                        PolicyColumns.DISRUPTION_BUDGETS,
                        "PodDisruptionBudget",
                        "Name Min Available Max Unavailable Allowed Disruptions Age",
                        "{" + META + ",spec:{minAvailable:'50%'},status:{disruptionsAllowed:1}}",
                        "x|50%|N/A|1|60m"),
                new Kind(
                        AutoscalerColumns.HORIZONTAL,
                        "HorizontalPodAutoscaler",
                        "Name Reference Targets MinPods MaxPods Replicas Age",
                        "{" + META + ",spec:{scaleTargetRef:{kind:'Deployment',name:'d'},maxReplicas:9,metrics:["
                                + "{type:'Resource',resource:{name:'cpu',target:{averageUtilization:80}}},"
                                + "{type:'Pods',pods:{target:{averageValue:'5'}}},{type:'External',external:{target:{value:'1'}}}]},"
                                + "status:{currentReplicas:2,currentMetrics:[{type:'Resource',resource:{name:'cpu',"
                                + "current:{averageUtilization:10}}}]}}",
                        "x|Deployment/d|cpu: 10%/80%, <unknown>/5 + 1 more...|<unset>|9|2|60m"),
                new Kind(
                        AutoscalerColumns.VERTICAL,
                        "VerticalPodAutoscaler",
                        "Name Mode CPU Mem Provided Age (MinReplicas) (OOMSeconds) (PodCPU) (PodMem)",
                        "{" + META + ",spec:{updatePolicy:{updateMode:'InPlace'}},status:{recommendation:"
                                + "{containerRecommendations:[{target:{cpu:'25m'}}]},"
                                + "conditions:[{type:'RecommendationProvided',status:'True'}]}}",
                        "x|InPlace|25m|null|True|60m|null|null|null|null"),
                new Kind(Columns.nameAndAge(), "Thing", "Name Age", "{" + META + "}", "x|60m"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void kind(Kind row) {
        var table = new Tables(row.shown(), Tables.Include.METADATA)
                .table(Trees.json("{resourceVersion:'7'}"), List.of(Trees.json(row.document())), NOW);
        assertThat(String.join(" ", columns(table))).isEqualTo(row.columns());
        var cells = new ArrayList<String>();
        for (var cell : table.at("/rows/0/cells")) cells.add(cell.asText());
        assertThat(String.join("|", cells)).isEqualTo(row.cells());
        assertThat(table.at("/rows/0/object/kind").asText()).isEqualTo("PartialObjectMetadata");
        assertThat(table.at("/metadata/resourceVersion").asText()).isEqualTo("7");
    }

    private static List<String> columns(JsonNode table) {
        var names = new ArrayList<String>();
        for (var column : table.path("columnDefinitions")) {
            var name = column.path("name").asText();
            names.add(column.path("priority").asInt() == 0 ? name : "(" + name + ")");
        }
        return names;
    }

    @Test
    void rowsCarryWhatWasAskedFor() {
        var object = Trees.json("{apiVersion:'v1',kind:'ConfigMap',metadata:{name:'x'},data:{}}");
        var whole = new Tables(SimpleColumns.CONFIG_MAPS, Tables.Include.OBJECT)
                .table(Trees.json("{}"), List.of(object), NOW);
        assertThat(whole.at("/rows/0/object")).isEqualTo(object);
        var later = new Tables(SimpleColumns.CONFIG_MAPS, Tables.Include.NONE)
                .rowsOnly(Trees.json("{}"), List.of(object), NOW);
        assertThat(later.path("columnDefinitions")).isEmpty();
    }

    @Test
    void theFirstColumnIsDescribedAsRecorded() {
        var definition = Columns.nameAndAge().all().getFirst().definition();
        assertThat(definition.path("format").asText()).isEqualTo("name");
        assertThat(definition.path("description").asText()).startsWith("Name must be unique within a namespace.");
    }

    private static final List<Columns> EVERY_TABLE = List.of(
            PodColumns.COLUMNS,
            NodeColumns.COLUMNS,
            EventColumns.COLUMNS,
            ServiceColumns.COLUMNS,
            SimpleColumns.NAMESPACES,
            SimpleColumns.CONFIG_MAPS,
            SimpleColumns.SECRETS,
            SimpleColumns.LEASES,
            SimpleColumns.ROLE_BINDINGS,
            SimpleColumns.COMPONENT_STATUSES,
            PolicyColumns.QUOTAS,
            PolicyColumns.PRIORITY_CLASSES,
            PolicyColumns.RUNTIME_CLASSES,
            PolicyColumns.DISRUPTION_BUDGETS,
            AutoscalerColumns.HORIZONTAL,
            AutoscalerColumns.VERTICAL,
            WorkloadColumns.DEPLOYMENTS,
            WorkloadColumns.REPLICA_SETS,
            WorkloadColumns.STATEFUL_SETS,
            WorkloadColumns.DAEMON_SETS,
            WorkloadColumns.JOBS,
            WorkloadColumns.CRON_JOBS,
            WorkloadColumns.REPLICATION_CONTROLLERS,
            WorkloadColumns.POD_TEMPLATES,
            WorkloadColumns.CONTROLLER_REVISIONS,
            StorageColumns.CLAIMS,
            StorageColumns.VOLUMES,
            StorageColumns.STORAGE_CLASSES,
            StorageColumns.DRIVERS,
            StorageColumns.NODES,
            StorageColumns.ATTACHMENTS,
            StorageColumns.ATTRIBUTES_CLASSES,
            NetworkColumns.INGRESSES,
            NetworkColumns.INGRESS_CLASSES,
            NetworkColumns.POLICIES,
            NetworkColumns.ADDRESSES,
            NetworkColumns.SERVICE_CIDRS,
            NetworkColumns.ENDPOINTS,
            NetworkColumns.ENDPOINT_SLICES,
            AdmissionColumns.VALIDATING_WEBHOOKS,
            AdmissionColumns.VALIDATING_POLICIES,
            AdmissionColumns.MUTATING_BINDINGS,
            AdmissionColumns.API_SERVICES,
            AdmissionColumns.DEFINITIONS,
            ClusterColumns.SIGNING_REQUESTS,
            ClusterColumns.TRUST_BUNDLES,
            ClusterColumns.POD_CERTIFICATES,
            ClusterColumns.RESOURCE_CLAIMS,
            ClusterColumns.RESOURCE_SLICES,
            ClusterColumns.DEVICE_TAINTS,
            ClusterColumns.FLOW_SCHEMAS,
            ClusterColumns.PRIORITY_LEVELS,
            ClusterColumns.MIGRATIONS);

    @Test
    void anyObjectHasARow() {
        var trees = new RandomTrees(41);
        var kinds = List.copyOf(Schema.bundled().kinds());
        for (var i = 0; i < 5_000; i++) {
            var kind = trees.oneOf(kinds);
            var object = trees.random().nextBoolean() ? trees.document(kind) : trees.object(5);
            var tables = new Tables(trees.oneOf(EVERY_TABLE), Tables.Include.OBJECT);
            assertThat(tables.table(Trees.json("{}"), List.of(object), NOW).path("rows"))
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("what is written object by object is, byte for byte, what is written of the whole")
    void inParts() throws IOException {
        var trees = new RandomTrees(43);
        var kinds = List.copyOf(Schema.bundled().kinds());
        var metadata = Trees.json("{resourceVersion:'7',continue:'c',remainingItemCount:2}");
        for (var size = 0; size < 200; size++) {
            var objects = new ArrayList<JsonNode>();
            for (var i = 0; i < size % 5; i++) objects.add(trees.document(trees.oneOf(kinds)));
            var tables = new Tables(trees.oneOf(EVERY_TABLE), trees.oneOf(List.of(Tables.Include.values())));
            assertThat(written(tables.head(metadata), objects, object -> tables.row(object, NOW), Tables.tail()))
                    .isEqualTo(JsonBytes.of(tables.table(metadata, objects, NOW)));
            assertThat(written(PartialMetadata.head(metadata), objects, PartialMetadata::of, PartialMetadata.tail()))
                    .isEqualTo(JsonBytes.of(PartialMetadata.list(metadata, objects)));
        }
    }

    @Test
    @DisplayName(
            "a row of text with the metadata put in as they are is the row that is made of the whole tree, whoever owns its fields")
    void rowsFromMetadataAsStored() throws IOException {
        var trees = new RandomTrees(44);
        var kinds = List.copyOf(Schema.bundled().kinds());
        for (var i = 0; i < 500; i++) {
            var object = trees.document(trees.oneOf(kinds));
            if (!(object.path("metadata") instanceof ObjectNode metadata) || !PartialMetadata.isStored(object))
                continue;
            var tables = new Tables(trees.oneOf(EVERY_TABLE), Tables.Include.METADATA);
            var shown = object.deepCopy();
            shown.withObject("/metadata").remove("managedFields");
            var text = new ByteArrayOutputStream();
            text.write(tables.rowHead(shown, NOW));
            text.write(JsonBytes.of(metadata));
            text.write(Tables.rowTail());
            assertThat(text.toByteArray()).isEqualTo(JsonBytes.of(tables.row(object, NOW)));
        }
    }

    private static byte[] written(byte[] head, List<JsonNode> objects, Function<JsonNode, JsonNode> form, byte[] tail)
            throws IOException {
        var text = new ByteArrayOutputStream();
        text.write(head);
        for (var i = 0; i < objects.size(); i++) {
            if (i > 0) text.write(',');
            text.write(JsonBytes.of(form.apply(objects.get(i))));
        }
        text.write(tail);
        return text.toByteArray();
    }

    @Test
    void partialMetadata() {
        var object = Trees.json("{apiVersion:'v1',kind:'Pod',metadata:{name:'x'},spec:{}}");
        assertThat(PartialMetadata.of(object))
                .isEqualTo(
                        Trees.json("{kind:'PartialObjectMetadata',apiVersion:'meta.k8s.io/v1',metadata:{name:'x'}}"));
        assertThat(PartialMetadata.list(Trees.json("{resourceVersion:'1'}"), List.of(object))
                        .path("items"))
                .hasSize(1);
    }

    @Test
    void metadataAloneAreWithoutWhatIsOnlyShownAsAnAnnotation() {
        var alone = Trees.json("{kind:'DaemonSet',metadata:{name:'x',annotations:{"
                + "'deprecated.daemonset.template.generation':'1'}}}");
        assertThat(PartialMetadata.of(alone).get("metadata")).isEqualTo(Trees.json("{name:'x'}"));
        var beside = Trees.json("{kind:'DaemonSet',metadata:{name:'x',annotations:{"
                + "'deprecated.daemonset.template.generation':'1',a:'b'}}}");
        assertThat(PartialMetadata.of(beside).at("/metadata/annotations")).isEqualTo(Trees.json("{a:'b'}"));
        assertThat(beside.at("/metadata/annotations")).hasSize(2);
    }
}
