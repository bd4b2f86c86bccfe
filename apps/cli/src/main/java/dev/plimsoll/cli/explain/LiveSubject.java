package dev.plimsoll.cli.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.RequestResult;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** An object of a cluster that is to be explained. */
public final class LiveSubject {
    private static final Map<String, ApiResource> KINDS = kinds();

    private final ApiClient client;
    private final String namespace;

    public LiveSubject(ApiClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    private static Map<String, ApiResource> kinds() {
        var kinds = new TreeMap<String, ApiResource>();
        for (var word : List.of("pod", "pods", "po")) kinds.put(word, ApiResource.PODS);
        add(kinds, "apps", "v1", "Deployment", "deployments", "deploy");
        add(kinds, "apps", "v1", "ReplicaSet", "replicasets", "rs");
        add(kinds, "apps", "v1", "StatefulSet", "statefulsets", "sts");
        add(kinds, "apps", "v1", "DaemonSet", "daemonsets", "ds");
        add(kinds, "batch", "v1", "Job", "jobs", "job");
        add(kinds, "batch", "v1", "CronJob", "cronjobs", "cj");
        return kinds;
    }

    private static void add(
            Map<String, ApiResource> kinds, String group, String version, String kind, String plural, String brief) {
        var resource = ApiResource.namespaced(group, version, plural, kind);
        for (var word : List.of(kind.toLowerCase(Locale.ROOT), plural, brief)) kinds.put(word, resource);
    }

    /** The object as a subject, or why there is none. */
    public Subjects read(String kind, String name) {
        var resource = KINDS.get(kind.toLowerCase(Locale.ROOT));
        if (resource == null) return problem(kind + ": known are " + String.join(", ", KINDS.keySet()));
        return switch (client.get(resource, new ObjectName(namespace, name))) {
            case RequestResult.Done<ObjectNode>(var document) -> {
                var bytes = document.toString().getBytes(StandardCharsets.UTF_8);
                yield Subjects.read(List.of("-"), new ByteArrayInputStream(bytes));
            }
            case RequestResult<ObjectNode> failed -> problem(failed.problem());
        };
    }

    private static Subjects problem(String why) {
        return new Subjects(List.of(), List.of(why), List.of());
    }
}
