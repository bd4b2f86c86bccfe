package dev.plimsoll.security.fuzz;

import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Requests over all kinds, verbs and subresources, which begin as sensible ones and are then spoilt. */
final class FuzzRequests {
    /** Few names, so that requests meet objects of earlier ones. */
    private static final int NAMES = 12;

    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final List<String> PATCHES = List.of(
            "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}",
            "{\"metadata\":{\"annotations\":{\"x\":null,\"z\":\"1\"}}}",
            "{\"metadata\":{\"finalizers\":[\"example.com/f\"]}}",
            "{\"metadata\":{\"finalizers\":null,\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"n\",\"uid\":\"u\"}]}}",
            "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"q\":\"r\"}}]",
            "[{\"op\":\"test\",\"path\":\"/metadata/name\",\"value\":\"x\"},{\"op\":\"remove\",\"path\":\"/spec\"}]",
            "[{\"op\":\"copy\",\"from\":\"/metadata\",\"path\":\"/metadata/annotations/copy\"},{\"op\":\"move\",\"from\":\"/spec\",\"path\":\"/status\"}]",
            "[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/image\",\"value\":\"i:2\"}]",
            "{\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"200m\"}}}]}}",
            "{\"spec\":{\"replicas\":4,\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i:3\"}]}}}}",
            "{\"spec\":{\"containers\":[{\"$patch\":\"delete\",\"name\":\"c\"}]}}",
            "{\"spec\":{\"$retainKeys\":[\"containers\"],\"$setElementOrder/containers\":[{\"name\":\"c\"}]}}",
            "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}",
            "{\"rules\":[],\"data\":{\"k\":\"w\"},\"spec\":{\"size\":7}}");
    private static final List<String> PATCH_TYPES = List.of(
            "application/json-patch+json", "application/merge-patch+json", "application/strategic-merge-patch+json");
    private static final List<String> TYPES = List.of(
            "application/json",
            "application/yaml",
            PROTOBUF,
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
            "fieldSelector=metadata.name%3Da%2Cmetadata.name%3Db",
            "watch=true",
            "timeoutSeconds=x",
            "gracePeriodSeconds=-9",
            "propagationPolicy=Orphan",
            "pretty=true",
            "tailLines=-1&follow=true",
            "%zz=%zz",
            "allowWatchBookmarks=1&sendInitialEvents=maybe");
    private static final List<String> ACCEPTS = List.of(
            "application/json",
            "application/yaml",
            "application/json;as=Table;g=meta.k8s.io;v=v1",
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
            PROTOBUF,
            "*/*",
            ",,;q=x",
            "text/html");
    private static final List<Map<String, String>> IDENTITIES = List.of(
            Map.of("Impersonate-User", "nobody"),
            Map.of("Impersonate-User", "system:serviceaccount:a:b", "Impersonate-Group", "g"),
            Map.of("Impersonate-Group", "system:masters"),
            Map.of("Impersonate-User", "u", "Impersonate-Extra-A%zz", "v", "Impersonate-Uid", "1"),
            Map.of("Impersonate-User", "system:node:n", "Impersonate-Group", "system:nodes"),
            Map.of("Authorization", "Bearer x.y.z"),
            Map.of("Authorization", "Basic !!!"));

    private final Random random;
    private final Mutation mutation;
    private final List<FuzzTarget> targets;
    private final String client;

    FuzzRequests(Random random, List<FuzzTarget> targets, String client) {
        this.random = random;
        this.mutation = new Mutation(random);
        this.targets = targets;
        this.client = client;
    }

    FuzzRequest next() {
        var target = mutation.pick(targets);
        var collection = target.collection(client);
        // Names of cluster-scoped objects are shared by all clients.
        var number = random.nextInt(NAMES);
        var name = target.plural().equals("ipaddresses") ? address(number) : client + "-n" + number;
        var object = collection + "/" + (target.plural().equals("customresourcedefinitions") ? definition(name) : name);
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> written(target, "POST", collection, true, collection, filled(target.body(), target, name));
            case 3 -> written(target, "PUT", object, false, object, filled(target.body(), target, name));
            case 4, 5, 6 -> patched(target, object, name);
            case 7 -> toPart(target, object, name);
            case 8 -> {
                var isCollection = random.nextBoolean();
                yield sent(target, "GET", isCollection ? collection : object, isCollection, "", new byte[0], "");
            }
            case 9, 10 -> deleted(target, collection, object);
            default -> odd(target, object, filled(target.body(), target, name));
        };
    }

    /** The name of an IPAddress is the address; each client has its own. */
    private String address(int number) {
        return "10.200." + (client.hashCode() & 0xff) + "." + number;
    }

    private static String definition(String name) {
        return name + "s.fuzz.example.com";
    }

    private String filled(String body, FuzzTarget target, String name) {
        return body.replace("NAMESPACE", target.namespace(client))
                .replace("NAME", name)
                .replace("CLIENT", client);
    }

    private FuzzRequest written(
            FuzzTarget target, String method, String object, boolean isCollection, String path, String body) {
        var type = random.nextInt(8) == 0 ? mutation.pick(TYPES) : "application/json";
        var part = path.substring(object.length());
        var content = type.equals(PROTOBUF) ? mutation.protobuf(body) : mutation.of(body);
        return sent(target, method, object, isCollection, part, content, type);
    }

    private FuzzRequest patched(FuzzTarget target, String object, String name) {
        var part = random.nextInt(3) == 0 && !target.parts().isEmpty()
                ? "/" + mutation.pick(target.parts()).name()
                : "";
        if (random.nextInt(4) == 0) {
            var body = mutation.of(filled(target.body(), target, name));
            return sent(target, "PATCH", object, false, part, body, "application/apply-patch+yaml");
        }
        var type = random.nextInt(20) == 0 ? mutation.pick(TYPES) : mutation.pick(PATCH_TYPES);
        return sent(target, "PATCH", object, false, part, mutation.of(mutation.pick(PATCHES)), type);
    }

    private FuzzRequest toPart(FuzzTarget target, String object, String name) {
        if (target.parts().isEmpty()) {
            return sent(target, "GET", object, false, "/nothing", new byte[0], "");
        }
        var part = mutation.pick(target.parts());
        var method = mutation.pick(List.of("GET", "PUT", "POST", "PUT", "DELETE"));
        var body = filled(part.body(), target, name);
        return written(target, method, object, false, object + "/" + part.name(), body);
    }

    private FuzzRequest deleted(FuzzTarget target, String collection, String object) {
        var body = switch (random.nextInt(5)) {
            case 0 -> "{\"gracePeriodSeconds\":" + mutation.pick(List.of("0", "-1", "5", "\"x\"", "1e30")) + "}";
            case 1 -> "{\"preconditions\":{\"uid\":\"x\"},\"propagationPolicy\":\"Background\"}";
            case 2 -> "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"orphanDependents\":true}";
            default -> "";
        };
        if (random.nextInt(15) > 0) {
            return sent(target, "DELETE", object, false, "", mutation.of(body), "application/json");
        }
        // All objects of a cluster would be those of other clients too.
        var own = "?labelSelector=" + URLEncoder.encode("fuzz=" + client, StandardCharsets.UTF_8);
        return new FuzzRequest(target, "DELETE", collection, true, collection + own, ByteBuffer.allocate(0), Map.of());
    }

    private FuzzRequest odd(FuzzTarget target, String object, String body) {
        var method = mutation.pick(List.of("POST", "PUT", "HEAD", "OPTIONS", "TRACEX", "GET"));
        var path = switch (random.nextInt(8)) {
            case 0 -> object + "/a/b/c";
            case 1 -> object.replace("/v1/", "/v9/");
            case 2 -> "/apis/" + mutation.pick(List.of("apps", "x", "policy/v1/nothing", "batch/v1/jobs"));
            case 3 -> object + "%2F..%2Fx";
            case 4 -> "//" + object.substring(1);
            case 5 -> "/api/v1/namespaces/" + client + "-here/nodes/x/status";
            case 6 -> "/api/v1/watch/" + target.plural();
            default -> object + mutation.pick(List.of("%00", "%ff", "%20", ".", "%C3%28"));
        };
        return sent(target, method, path, false, "", mutation.of(body), "application/json");
    }

    private FuzzRequest sent(
            FuzzTarget target,
            String method,
            String object,
            boolean isCollection,
            String part,
            byte[] body,
            String type) {
        var headers = new HashMap<String, String>();
        if (!type.isEmpty()) headers.put("Content-Type", type);
        if (random.nextInt(4) == 0) headers.put("Accept", mutation.pick(ACCEPTS));
        if (random.nextInt(40) == 0) headers.put("Accept-Encoding", "gzip");
        if (random.nextInt(60) == 0) headers.put("User-Agent", mutation.pick(List.of("x", "y/1", "/", "\"a b c")));
        if (random.nextInt(50) == 0) headers.putAll(mutation.pick(IDENTITIES));
        return new FuzzRequest(
                target,
                method,
                object,
                isCollection,
                object + part + query(target, method, type, object),
                ByteBuffer.wrap(body),
                headers);
    }

    private String query(FuzzTarget target, String method, String type, String path) {
        var query = new StringBuilder(path.contains("/watch/") ? "?timeoutSeconds=1" : "");
        if (target.isDry() && !method.equals("GET")) append(query, "dryRun=All");
        if (type.contains("apply-patch") && random.nextInt(4) > 0) append(query, "fieldManager=f");
        while (random.nextInt(4) == 0) {
            var next = mutation.pick(QUERIES);
            // A watch lasts at least a second, so there are few.
            if (next.equals("watch=true")) {
                if (random.nextInt(20) > 0) continue;
                next = "watch=true&timeoutSeconds=1";
            }
            append(query, next);
        }
        return query.toString();
    }

    private static void append(StringBuilder query, String next) {
        query.append(query.isEmpty() ? '?' : '&').append(next);
    }
}
