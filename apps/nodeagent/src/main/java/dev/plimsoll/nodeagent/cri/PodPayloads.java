package dev.plimsoll.nodeagent.cri;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.core.model.ObjectMeta;
import dev.plimsoll.core.model.PodSpec;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.config.ContainerConfig.Variable;
import dev.plimsoll.nodeagent.volumes.PayloadFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What of the API a container sees: its variables, and the files of volumes that are made of API objects. */
public final class PodPayloads {
    private final ApiClient client;
    private final References references;
    private final NodeSetup node;

    public PodPayloads(ApiClient client, NodeSetup node) {
        this.client = client;
        this.references = new References(client);
        this.node = node;
    }

    /** The pod as the API has it. */
    public Optional<ObjectNode> document(ObjectMeta pod) {
        return client.get(ApiResource.PODS, new ObjectName(pod.namespace(), pod.name()))
                .done();
    }

    /** Those that can be found out; what refers to nothing is not there. */
    public Map<String, String> environment(ObjectNode document, PodSpec spec, String ip, Container container) {
        var found = new LinkedHashMap<String, String>();
        for (var list : List.of("initContainers", "containers", "ephemeralContainers")) {
            for (var each : document.path("spec").path(list)) {
                if (!each.path("name").asText().equals(container.name())) continue;
                var made = Environment.of(each, container, new DownwardApi(document, spec, ip, node), references);
                if (made instanceof CriReply.Ok<Environment>(var environment)) {
                    for (Variable variable : environment.variables()) found.put(variable.name(), variable.value());
                }
            }
        }
        return found;
    }

    /** By volume and by path; empty for a volume of another kind, and for one that refers to nothing. */
    public Map<String, Map<String, PayloadFile>> volumes(ObjectNode document, PodSpec spec, String ip) {
        var sources = new PayloadSources(references);
        var pod = new DownwardApi(document, spec, ip, node);
        var volumes = new TreeMap<String, Map<String, PayloadFile>>();
        for (var volume : document.path("spec").path("volumes")) {
            for (var kind : PayloadSources.KINDS) {
                if (!volume.has(kind)) continue;
                var files = sources.files(pod, kind, volume.path(kind));
                volumes.put(
                        volume.path("name").asText(),
                        files instanceof CriReply.Ok<Map<String, PayloadFile>>(var found) ? found : Map.of());
            }
        }
        return volumes;
    }
}
