package dev.plimsoll.objects.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Objects of any kind: members that the types know, members that nobody knows, nulls, and now and then a value of the wrong type.
 */
public final class RandomDocuments {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> WORDS =
            List.of("True", "False", "Ready", "Always", "OnDelete", "Recreate", "Indexed", "a", "b", "", "Failed");
    private static final List<String> TIMES = List.of(
            "2026-01-01T12:00:00Z", "2026-01-01T12:00:00.123456Z", "2025-06-30T23:59:59+02:00", "yesterday", "");

    private final RandomGenerator random;

    public RandomDocuments(RandomGenerator random) {
        this.random = random;
    }

    /** An object with metadata, spec, status and members of its own. */
    public ObjectNode document() {
        var document = JSON.objectNode().put("apiVersion", "x/v1").put("kind", "X");
        maybe(document, "metadata", metadata());
        maybe(document, "spec", spec());
        maybe(document, "status", status());
        maybe(document, "unknown", any(3));
        return document;
    }

    private ObjectNode metadata() {
        var node = JSON.objectNode();
        for (var name : List.of("namespace", "name", "uid", "resourceVersion")) maybe(node, name, word());
        maybe(node, "generation", number());
        maybe(node, "creationTimestamp", time());
        maybe(node, "deletionTimestamp", time());
        maybe(node, "labels", words());
        maybe(node, "annotations", words());
        maybe(node, "finalizers", list(this::word));
        maybe(node, "managedFields", any(3));
        maybe(node, "ownerReferences", list(() -> {
            var owner = JSON.objectNode();
            for (var name : List.of("apiVersion", "kind", "name", "uid")) maybe(owner, name, word());
            for (var name : List.of("controller", "blockOwnerDeletion")) maybe(owner, name, flag());
            return owner;
        }));
        return node;
    }

    private ObjectNode spec() {
        var node = JSON.objectNode();
        for (var name : List.of("replicas", "minReadySeconds", "progressDeadlineSeconds", "revisionHistoryLimit")) {
            maybe(node, name, number());
        }
        maybe(node, "paused", flag());
        maybe(node, "unschedulable", flag());
        maybe(node, "nodeName", word());
        var update = JSON.objectNode();
        maybe(update, "maxSurge", random.nextBoolean() ? number() : word());
        maybe(update, "maxUnavailable", random.nextBoolean() ? number() : word());
        var strategy = JSON.objectNode();
        maybe(strategy, "type", word());
        maybe(strategy, "rollingUpdate", update);
        maybe(node, "strategy", strategy);
        var selector = JSON.objectNode();
        maybe(selector, "matchLabels", words());
        maybe(node, "selector", selector);
        var template = JSON.objectNode();
        var ofTemplate = JSON.objectNode();
        maybe(ofTemplate, "labels", words());
        maybe(template, "metadata", ofTemplate);
        var podSpec = JSON.objectNode();
        maybe(podSpec, "containers", list(this::container));
        maybe(podSpec, "restartPolicy", word());
        maybe(podSpec, "unknown", any(2));
        maybe(template, "spec", podSpec);
        maybe(node, "template", template);
        maybe(node, "containers", list(this::container));
        maybe(node, "initContainers", list(this::container));
        maybe(node, "taints", list(() -> {
            var taint = JSON.objectNode();
            for (var name : List.of("key", "value", "effect")) maybe(taint, name, word());
            maybe(taint, "timeAdded", time());
            return taint;
        }));
        maybe(node, "unknown", any(3));
        return node;
    }

    private JsonNode container() {
        var node = JSON.objectNode();
        maybe(node, "name", word());
        maybe(node, "restartPolicy", word());
        var resources = JSON.objectNode();
        for (var name : List.of("requests", "limits")) {
            var amounts = JSON.objectNode();
            maybe(amounts, "cpu", JSON.textNode(random.nextInt(4) + "00m"));
            maybe(amounts, "memory", JSON.textNode(random.nextBoolean() ? "64Mi" : "much"));
            maybe(resources, name, amounts);
        }
        maybe(node, "resources", resources);
        maybe(node, "unknown", any(2));
        return node;
    }

    private ObjectNode status() {
        var node = JSON.objectNode();
        for (var name :
                List.of("replicas", "readyReplicas", "observedGeneration", "collisionCount", "updatedReplicas")) {
            maybe(node, name, number());
        }
        maybe(node, "phase", word());
        maybe(node, "startTime", time());
        maybe(node, "conditions", list(this::condition));
        for (var name : List.of("containerStatuses", "initContainerStatuses")) {
            maybe(node, name, list(() -> {
                var status = JSON.objectNode();
                maybe(status, "name", word());
                maybe(status, "restartCount", number());
                var terminated = JSON.objectNode();
                maybe(terminated, "exitCode", number());
                maybe(terminated, "finishedAt", time());
                var state = JSON.objectNode();
                maybe(state, "terminated", terminated);
                maybe(status, "state", state);
                return status;
            }));
        }
        maybe(node, "unknown", any(3));
        return node;
    }

    private JsonNode condition() {
        var node = JSON.objectNode();
        for (var name : List.of("type", "status", "reason", "message")) maybe(node, name, word());
        for (var name : List.of("lastTransitionTime", "lastUpdateTime", "lastHeartbeatTime")) maybe(node, name, time());
        maybe(node, "unknown", any(1));
        return node;
    }

    private void maybe(ObjectNode node, String name, JsonNode value) {
        switch (random.nextInt(12)) {
            case 0, 1 -> {}
            case 2 -> node.putNull(name);
            case 3 -> {
                if (random.nextInt(4) == 0) node.set(name, any(1));
                else node.set(name, value);
            }
            default -> node.set(name, value);
        }
    }

    private JsonNode word() {
        return JSON.textNode(WORDS.get(random.nextInt(WORDS.size())));
    }

    private JsonNode time() {
        return JSON.textNode(TIMES.get(random.nextInt(TIMES.size())));
    }

    private JsonNode number() {
        return JSON.numberNode(random.nextInt(5));
    }

    private JsonNode flag() {
        return JSON.booleanNode(random.nextBoolean());
    }

    private ObjectNode words() {
        var node = JSON.objectNode();
        for (var i = random.nextInt(3); i > 0; i--) node.set("k" + i, word());
        return node;
    }

    private interface Maker {
        JsonNode make();
    }

    private static final int LONGEST = 3;

    private JsonNode list(Maker maker) {
        var list = JSON.arrayNode();
        for (var i = random.nextInt(LONGEST); i > 0; i--) list.add(maker.make());
        return list;
    }

    /** Anything at all, so many levels deep. */
    public JsonNode any(int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> word();
            case 1 -> number();
            case 2 -> flag();
            case 3 -> JSON.textNode("2026-01-01T00:00:00Z");
            case 4 -> list(() -> any(depth - 1));
            default -> {
                var node = JSON.objectNode();
                for (var i = random.nextInt(LONGEST); i > 0; i--) node.set("m" + random.nextInt(4), any(depth - 1));
                yield node;
            }
        };
    }
}
