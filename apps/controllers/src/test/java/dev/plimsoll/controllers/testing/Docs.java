package dev.plimsoll.controllers.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.Json;
import dev.plimsoll.controllers.objects.PodView;
import dev.plimsoll.controllers.objects.Workload;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Documents for tests, written with single quotes. */
public final class Docs {
    public static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private Docs() {}

    public static ObjectNode json(String text) {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .orElseThrow(() -> new AssertionError("no JSON: " + text));
    }

    public static Workload workload(String text) {
        return Workload.of(json(text));
    }

    /** A pod that runs on a node and is ready for an hour, with more metadata. */
    public static PodView ready(String name, String metadata) {
        return pod(name, metadata, "Running", "True", "n");
    }

    public static PodView pod(String name, String metadata, String phase, String ready, String node) {
        return PodView.of(json("""
                {'metadata':{'namespace':'ns','name':'%s','uid':'%s','creationTimestamp':'2026-01-01T10:00:00Z'%s},
                 'spec':{'nodeName':'%s'},
                 'status':{'phase':'%s','conditions':[{'type':'Ready','status':'%s','lastTransitionTime':'2026-01-01T11:00:00Z'}]}}""".formatted(name, name, metadata, node, phase, ready)));
    }
}
