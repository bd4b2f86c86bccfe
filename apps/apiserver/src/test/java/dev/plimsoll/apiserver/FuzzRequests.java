package dev.plimsoll.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Requests that begin as sensible ones and are then spoilt: in their bytes, trees, types, paths, queries and headers. */
final class FuzzRequests {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final Map<String, String> PLURALS = Map.of(
            "Pod",
            "pods",
            "ConfigMap",
            "configmaps",
            "LimitRange",
            "limitranges",
            "Secret",
            "secrets",
            "Service",
            "services");
    private static final List<String> BODIES = List.of(
            """
            {"kind":"Pod","metadata":{"name":"NAME","labels":{"a":"b"}},"spec":{"resources":{"requests":{"cpu":"1"}},"containers":[
            {"name":"c","image":"i","resources":{"requests":{"cpu":"100m","memory":"1Mi"},"limits":{"memory":"2Mi"}}}]}}""",
            "{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"NAME\"},\"data\":{\"k\":\"v\"}}",
            "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"NAME\"},\"stringData\":{\"k\":\"v\"}}",
            "{\"kind\":\"LimitRange\",\"metadata\":{\"name\":\"NAME\"},\"spec\":{\"limits\":[{\"type\":\"Pod\",\"max\":{\"cpu\":\"100\"}}]}}",
            "{\"kind\":\"Service\",\"metadata\":{\"name\":\"NAME\"},\"spec\":{\"ports\":[{\"port\":80}],\"selector\":{\"a\":\"b\"}}}");
    private static final List<String> PATCHES = List.of(
            "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}",
            "{\"metadata\":{\"annotations\":{\"x\":null,\"z\":\"1\"}}}",
            "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"q\":\"r\"}}]",
            "[{\"op\":\"test\",\"path\":\"/metadata/name\",\"value\":\"x\"},{\"op\":\"remove\",\"path\":\"/spec\"}]",
            "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"200m\"}}}]}}",
            "{\"spec\":{\"containers\":[{\"$patch\":\"delete\",\"name\":\"c\"}]}}",
            "{\"spec\":{\"$retainKeys\":[\"containers\"],\"$setElementOrder/containers\":[{\"name\":\"c\"}]}}",
            "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"labels\":{\"mine\":\"1\"}}}");
    private static final List<String> PATCH_TYPES = List.of(
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json",
            "application/apply-patch+yaml");
    private static final List<String> TYPES = List.of(
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "text/plain",
            "application/json; charset=utf-16",
            ";;;",
            "application/cbor");
    private static final List<String> QUERIES = List.of(
            "dryRun=All",
            "dryRun=x",
            "fieldValidation=Strict",
            "fieldValidation=Warn",
            "fieldValidation=%00",
            "fieldManager=m",
            "fieldManager=%F0%9F%98%80",
            "force=true",
            "limit=1",
            "limit=-1",
            "limit=99999999999999999999",
            "continue=abc",
            "resourceVersion=0",
            "resourceVersion=-5",
            "resourceVersion=99999999999",
            "resourceVersionMatch=Exact",
            "labelSelector=a%20in%20(b",
            "labelSelector=a%3Db",
            "fieldSelector=metadata.name%3Dx",
            "fieldSelector=%5C",
            "watch=true&timeoutSeconds=0",
            "timeoutSeconds=x",
            "gracePeriodSeconds=-9",
            "propagationPolicy=Orphan",
            "pretty=true",
            "%zz=%zz",
            "allowWatchBookmarks=1&sendInitialEvents=maybe");
    private static final List<String> ACCEPTS = List.of(
            "application/json",
            "application/yaml",
            "application/json;as=Table;g=meta.k8s.io;v=v1",
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
            "application/vnd.kubernetes.protobuf",
            "*/*",
            ",,;q=x",
            "text/html");
    private static final List<String> ODD = List.of(
            "",
            "a",
            "-1",
            "1e999",
            "9223372036854775808",
            "\u0000",
            "\ud83d\ude00",
            "../..",
            "100m",
            "true",
            "{}",
            "%s",
            "x".repeat(300));

    private final Random random;
    private final String namespace;

    FuzzRequests(Random random, String namespace) {
        this.random = random;
        this.namespace = namespace;
    }

    /** One request as it goes out. */
    record Sent(String method, String path, String body, Map<String, String> headers) {
        String barePath() {
            var question = path.indexOf('?');
            return (question < 0 ? path : path.substring(0, question)).replace("//", "/");
        }

        /** The path up to the plural. */
        String collection() {
            return String.join("/", List.of(barePath().split("/", -1)).subList(0, 6));
        }

        boolean isDry() {
            return path.contains("dryRun=");
        }

        boolean isWatch() {
            return path.contains("watch=");
        }

        boolean isCollection() {
            return barePath().chars().filter(c -> c == '/').count() == 5;
        }
    }

    Sent next() {
        var body = pick(BODIES);
        var kind = body.substring(9, body.indexOf('"', 9));
        var collection = "/api/v1/namespaces/" + namespace + "/" + PLURALS.getOrDefault(kind, "pods");
        var name = "n" + random.nextInt(40);
        var object = collection + "/" + name;
        var filled = body.replace("NAME", name);
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> sent("POST", collection, spoilt(filled), type());
            case 3 -> sent("PUT", object, spoilt(filled), type());
            case 4, 5, 6 -> sent("PATCH", object + part(), spoilt(pick(PATCHES)), patchType());
            case 7 -> sent("GET", random.nextBoolean() ? collection : object + part(), "", "application/json");
            case 8 -> sent("DELETE", random.nextInt(20) == 0 ? collection : object, deletion(), "application/json");
            default ->
                sent(
                        odd(List.of("POST", "PUT", "HEAD", "OPTIONS", "TRACEX", "GET")),
                        oddPath(object),
                        spoilt(filled),
                        type());
        };
    }

    private Sent sent(String method, String path, String body, String type) {
        var headers = new HashMap<String, String>();
        headers.put("Content-Type", type);
        if (random.nextInt(4) == 0) headers.put("Accept", pick(ACCEPTS));
        if (random.nextInt(40) == 0) headers.put("Accept-Encoding", "gzip");
        if (random.nextInt(60) == 0) headers.put("User-Agent", "\"" + pick(List.of("x", "y/1", "/", "a b c")));
        var query = new StringBuilder();
        if (type.contains("apply-patch") && random.nextInt(4) > 0) query.append("?fieldManager=f");
        while (random.nextInt(4) == 0) query.append(query.isEmpty() ? '?' : '&').append(pick(QUERIES));
        // A watch takes its second, whatever else is asked of it; so there are few.
        var asked = query.toString();
        if (asked.contains("watch=")) {
            asked = random.nextInt(8) == 0
                    ? asked.replace("timeoutSeconds=0", "timeoutSeconds=1")
                    : asked.replace("watch=", "look=");
        }
        return new Sent(method, path + asked, body, headers);
    }

    private String type() {
        return random.nextInt(8) == 0 ? pick(TYPES) : "application/json";
    }

    private String patchType() {
        return random.nextInt(10) == 0 ? pick(TYPES) : pick(PATCH_TYPES);
    }

    private String part() {
        return random.nextInt(3) == 0
                ? pick(List.of(
                        "/status", "/resize", "/scale", "/binding", "/eviction", "/ephemeralcontainers", "/nothing"))
                : "";
    }

    private String deletion() {
        return switch (random.nextInt(4)) {
            case 0 -> "{\"gracePeriodSeconds\":" + pick(List.of("0", "-1", "5", "\"x\"")) + "}";
            case 1 -> "{\"preconditions\":{\"uid\":\"x\"},\"propagationPolicy\":\"Background\"}";
            case 2 -> spoilt("{\"kind\":\"DeleteOptions\",\"orphanDependents\":true}");
            default -> "";
        };
    }

    private String oddPath(String object) {
        return switch (random.nextInt(6)) {
            case 0 -> object + "/a/b/c";
            case 1 -> object.replace("v1", "v9");
            case 2 -> "/apis/" + pick(List.of("apps", "x", "policy/v1/nothing", "batch/v1/jobs"));
            case 3 -> object + "%2F..%2Fx";
            case 4 -> "//" + object.substring(1);
            default -> object + pick(List.of("%00", "%ff", "%20", ".", "%C3%28"));
        };
    }

    private String odd(List<String> values) {
        return pick(values);
    }

    private String spoilt(String body) {
        return switch (random.nextInt(5)) {
            case 0 -> spoiltText(body);
            case 1, 2 -> spoiltTree(body);
            default -> body;
        };
    }

    private String spoiltText(String body) {
        var text = new StringBuilder(body);
        for (var i = random.nextInt(4); i >= 0 && !text.isEmpty(); i--) {
            var at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 ->
                    text.insert(at, pick(List.of("{", "}", "[", "]", "\"", ",", "\\", "\u0001", "\ud800", "\ufeff")));
                case 2 -> text.setLength(at);
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 20)));
            }
        }
        return text.toString();
    }

    private String spoiltTree(String body) {
        try {
            var tree = MAPPER.readTree(body);
            for (var i = random.nextInt(3); i >= 0; i--) spoil(tree);
            return tree.toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private void spoil(JsonNode tree) {
        var inner = new ArrayList<JsonNode>();
        collect(tree, inner);
        switch (pick(inner)) {
            case ObjectNode object -> {
                var names = new ArrayList<String>();
                object.fieldNames().forEachRemaining(names::add);
                if (names.isEmpty() || random.nextInt(4) == 0) object.set(pick(ODD), value());
                else if (random.nextBoolean()) object.set(pick(names), value());
                else object.remove(pick(names));
            }
            case ArrayNode array -> {
                if (array.isEmpty() || random.nextBoolean()) array.add(value());
                else array.set(random.nextInt(array.size()), value());
            }
            default -> {}
        }
    }

    private static void collect(JsonNode node, List<JsonNode> inner) {
        if (!node.isContainerNode()) return;
        inner.add(node);
        for (var child : node) collect(child, inner);
    }

    private JsonNode value() {
        return switch (random.nextInt(9)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(random.nextLong());
            case 2 -> NODES.numberNode(random.nextGaussian());
            case 3 -> NODES.booleanNode(random.nextBoolean());
            case 4 -> NODES.objectNode();
            case 5 -> NODES.arrayNode();
            case 6 -> NODES.arrayNode().add(NODES.objectNode().put("name", "c"));
            default -> NODES.textNode(pick(ODD));
        };
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
