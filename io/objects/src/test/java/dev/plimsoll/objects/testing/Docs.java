package dev.plimsoll.objects.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ClientJson;
import dev.plimsoll.core.workloads.ControlledPod;
import dev.plimsoll.objects.StatusDraft;
import dev.plimsoll.objects.pod.PodObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Documents for tests, written with single quotes. */
public final class Docs {
    public static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private Docs() {}

    public static ObjectNode json(String text) {
        return ClientJson.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .orElseThrow(() -> new AssertionError("no JSON: " + text));
    }

    /** The same document as it comes back from a server, where numbers have no width. */
    public static ObjectNode stored(ObjectNode document) {
        return json(document.toString());
    }

    /** What a draft says of the status, as it comes back from a server. */
    public static ObjectNode status(StatusDraft draft) {
        return stored(draft.document().withObject("/status"));
    }

    /** A pod that runs on a node and is ready for an hour, with more metadata. */
    public static ControlledPod ready(String name, String metadata) {
        return pod(name, metadata, "Running", "True", "n");
    }

    public static ControlledPod pod(String name, String metadata, String phase, String ready, String node) {
        return new PodObject(json("""
                {'metadata':{'namespace':'ns','name':'%s','uid':'%s','creationTimestamp':'2026-01-01T10:00:00Z'%s},
                 'spec':{'nodeName':'%s'},
                 'status':{'phase':'%s','conditions':[{'type':'Ready','status':'%s','lastTransitionTime':'2026-01-01T11:00:00Z'}]}}""".formatted(name, name, metadata, node, phase, ready))).controlled();
    }
}
