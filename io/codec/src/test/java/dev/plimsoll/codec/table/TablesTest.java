package dev.plimsoll.codec.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.trees.RandomTrees;
import dev.plimsoll.codec.trees.Trees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spec 9.2: the columns of each kind and what they show. Wide columns are in parentheses. */
class TablesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");
    private static final String META = "metadata:{name:'x',creationTimestamp:'2026-01-01T00:00:00Z'}";
    private static final String TEMPLATE =
            "template:{spec:{nodeSelector:{d:'ssd'},containers:[{name:'a',image:'i'},{name:'b',image:'j'}]}}";

    record Kind(String apiVersion, String kind, String columns, String document, String cells) {
        @Override
        public String toString() {
            return kind;
        }
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                new Kind(
                        "v1",
                        "Node",
                        "Name Status Roles Age Version (Internal-IP) (External-IP) (OS-Image) (Kernel-Version) (Container-Runtime)",
                        "{metadata:{name:'n',creationTimestamp:'2026-01-01T00:00:00Z',labels:{'node-role.kubernetes.io/b':'',"
                                + "'node-role.kubernetes.io/a':''}},spec:{unschedulable:true},status:{conditions:"
                                + "[{type:'Ready',status:'True'}],addresses:[{type:'InternalIP',address:'10.0.0.1'}],"
                                + "nodeInfo:{kubeletVersion:'v1',kernelVersion:'6.1',architecture:'amd64'}}}",
                        "n|Ready,SchedulingDisabled|a,b|60m|v1|10.0.0.1|<none>|<unknown>|6.1 (amd64)|<unknown>"),
                new Kind(
                        "v1", "Namespace", "Name Status Age", "{" + META + ",status:{phase:'Active'}}", "x|Active|60m"),
                new Kind(
                        "v1",
                        "ResourceQuota",
                        "Name Request Limit Age",
                        "{" + META + ",status:{hard:{'requests.cpu':'4',pods:'10','limits.cpu':'8'},"
                                + "used:{pods:'3','requests.cpu':'1500m','limits.cpu':'3'}}}",
                        "x|pods: 3/10, requests.cpu: 1500m/4|limits.cpu: 3/8|60m"),
                new Kind("v1", "LimitRange", "Name Created At", "{" + META + "}", "x|2026-01-01T00:00:00Z"),
                new Kind(
                        "v1",
                        "Event",
                        "Last Seen Type Reason Object (Subobject) (Source) Message (First Seen) (Count) (Name)",
                        "{" + META + ",type:'Normal',reason:'R',involvedObject:{kind:'Pod',name:'p',fieldPath:'f'},"
                                + "message:' m\\n',source:{component:'c',host:'h'},firstTimestamp:'2026-01-01T00:30:00Z',"
                                + "lastTimestamp:'2026-01-01T00:59:00Z',count:4}",
                        "60s|Normal|R|pod/p|f|c, h|m|30m|4|x"),
                new Kind(
                        "events.k8s.io/v1",
                        "Event",
                        "Last Seen Type Reason Object (Subobject) (Source) Message (First Seen) (Count) (Name)",
                        "{" + META + ",regarding:{kind:'Pod',name:'p'},note:'n',reportingController:'c',"
                                + "eventTime:'2026-01-01T00:00:00.000000Z',"
                                + "series:{count:7,lastObservedTime:'2026-01-01T00:59:30.000000Z'}}",
                        "30s|||pod/p||c|n|60m|7|x"),
                new Kind(
                        "v1",
                        "Service",
                        "Name Type Cluster-IP External-IP Port(s) Age (Selector)",
                        "{" + META + ",spec:{type:'LoadBalancer',clusterIP:'10.0.0.1',clusterIPs:['10.0.0.1'],"
                                + "selector:{b:'2',a:'1'},ports:[{port:80,nodePort:30080,protocol:'TCP'},{port:53,"
                                + "protocol:'UDP'}]}}",
                        "x|LoadBalancer|10.0.0.1|<pending>|80:30080/TCP,53/UDP|60m|a=1,b=2"),
                new Kind(
                        "v1",
                        "ConfigMap",
                        "Name Data Age",
                        "{" + META + ",data:{a:'',b:''},binaryData:{c:''}}",
                        "x|3|60m"),
                new Kind(
                        "v1",
                        "Secret",
                        "Name Type Data Age",
                        "{" + META + ",type:'Opaque',data:{a:''}}",
                        "x|Opaque|1|60m"),
                new Kind("v1", "ServiceAccount", "Name Secrets Age", "{" + META + "}", "x|0|60m"),
                new Kind(
                        "apps/v1",
                        "Deployment",
                        "Name Ready Up-to-date Available Age (Containers) (Images) (Selector)",
                        "{" + META + ",spec:{replicas:3,selector:{matchLabels:{a:'b'},matchExpressions:[{key:'c',"
                                + "operator:'In',values:['y','x']}]}," + TEMPLATE + "},status:{readyReplicas:1,"
                                + "updatedReplicas:2,availableReplicas:1}}",
                        "x|1/3|2|1|60m|a,b|i,j|a=b,c in (x,y)"),
                new Kind(
                        "apps/v1",
                        "ReplicaSet",
                        "Name Desired Current Ready Age (Containers) (Images) (Selector)",
                        "{" + META + ",spec:{replicas:3," + TEMPLATE + "},status:{replicas:2,readyReplicas:1}}",
                        "x|3|2|1|60m|a,b|i,j|<none>"),
                new Kind(
                        "apps/v1",
                        "StatefulSet",
                        "Name Ready Age (Containers) (Images)",
                        "{" + META + ",spec:{replicas:3," + TEMPLATE + "},status:{readyReplicas:1}}",
                        "x|1/3|60m|a,b|i,j"),
                new Kind(
                        "apps/v1",
                        "DaemonSet",
                        "Name Desired Current Ready Up-to-date Available Node Selector Age (Containers) (Images) (Selector)",
                        "{" + META + ",spec:{" + TEMPLATE
                                + "},status:{desiredNumberScheduled:5,currentNumberScheduled:4,"
                                + "numberReady:3,updatedNumberScheduled:2,numberAvailable:1}}",
                        "x|5|4|3|2|1|d=ssd|60m|a,b|i,j|<none>"),
                new Kind(
                        "batch/v1",
                        "Job",
                        "Name Status Completions Duration Age (Containers) (Images) (Selector)",
                        "{" + META + ",spec:{completions:2," + TEMPLATE + "},status:{succeeded:1,"
                                + "startTime:'2026-01-01T00:00:00Z',completionTime:'2026-01-01T00:00:30Z',"
                                + "conditions:[{type:'Complete',status:'True'}]}}",
                        "x|Complete|1/2|30s|60m|a,b|i,j|<none>"),
                new Kind(
                        "coordination.k8s.io/v1",
                        "Lease",
                        "Name Holder Age",
                        "{" + META + ",spec:{holderIdentity:'h'}}",
                        "x|h|60m"),
                new Kind(
                        "scheduling.k8s.io/v1",
                        "PriorityClass",
                        "Name Value Global-Default Age PreemptionPolicy",
                        "{" + META + ",value:1000}",
                        "x|1000|false|60m|PreemptLowerPriority"),
                new Kind(
                        "node.k8s.io/v1",
                        "RuntimeClass",
                        "Name Handler Age",
                        "{" + META + ",handler:'runc'}",
                        "x|runc|60m"),
                new Kind(
                        "policy/v1",
                        "PodDisruptionBudget",
                        "Name Min Available Max Unavailable Allowed Disruptions Age",
                        "{" + META + ",spec:{minAvailable:'50%'},status:{disruptionsAllowed:1}}",
                        "x|50%|N/A|1|60m"),
                new Kind(
                        "autoscaling/v2",
                        "HorizontalPodAutoscaler",
                        "Name Reference Targets MinPods MaxPods Replicas Age",
                        "{" + META + ",spec:{scaleTargetRef:{kind:'Deployment',name:'d'},maxReplicas:9,metrics:["
                                + "{type:'Resource',resource:{name:'cpu',target:{averageUtilization:80}}},"
                                + "{type:'Pods',pods:{target:{averageValue:'5'}}},{type:'External',external:{target:{value:'1'}}}]},"
                                + "status:{currentReplicas:2,currentMetrics:[{type:'Resource',resource:{name:'cpu',"
                                + "current:{averageUtilization:10}}}]}}",
                        "x|Deployment/d|cpu: 10%/80%, <unknown>/5 + 1 more...|<unset>|9|2|60m"),
                new Kind(
                        "autoscaling.k8s.io/v1",
                        "VerticalPodAutoscaler",
                        "Name Mode CPU Mem Provided Age (MinReplicas) (OOMSeconds) (PodCPU) (PodMem)",
                        "{" + META + ",spec:{updatePolicy:{updateMode:'InPlace'}},status:{recommendation:"
                                + "{containerRecommendations:[{target:{cpu:'25m'}}]},"
                                + "conditions:[{type:'RecommendationProvided',status:'True'}]}}",
                        "x|InPlace|25m|null|True|60m|null|null|null|null"),
                new Kind("example.com/v1", "Thing", "Name Age", "{" + META + "}", "x|60m"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void kind(Kind row) {
        var table = new Tables(row.apiVersion(), row.kind(), Tables.Include.METADATA)
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
        var whole = new Tables("v1", "ConfigMap", Tables.Include.OBJECT).table(Trees.json("{}"), List.of(object), NOW);
        assertThat(whole.at("/rows/0/object")).isEqualTo(object);
        var later = new Tables("v1", "ConfigMap", Tables.Include.NONE).rowsOnly(Trees.json("{}"), List.of(object), NOW);
        assertThat(later.path("columnDefinitions")).isEmpty();
    }

    @Test
    void theFirstColumnIsDescribedAsRecorded() {
        var definition = Column.objectName().definition();
        assertThat(definition.path("format").asText()).isEqualTo("name");
        assertThat(definition.path("description").asText()).startsWith("Name must be unique within a namespace.");
    }

    @Test
    void anyObjectHasARow() {
        var trees = new RandomTrees(41);
        var kinds = List.copyOf(Schema.bundled().kinds());
        for (var i = 0; i < 5_000; i++) {
            var kind = trees.oneOf(kinds);
            var object = trees.random().nextBoolean() ? trees.document(kind) : trees.object(5);
            var tables = new Tables(kind.apiVersion(), kind.kind(), Tables.Include.OBJECT);
            assertThat(tables.table(Trees.json("{}"), List.of(object), NOW).path("rows"))
                    .hasSize(1);
        }
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
}
