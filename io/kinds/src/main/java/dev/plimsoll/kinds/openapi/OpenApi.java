package dev.plimsoll.kinds.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.codec.schema.Shape;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.discovery.BackendVersion;
import dev.plimsoll.kinds.discovery.ServerVersion;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The OpenAPI v3 documents: which kinds can be patched with field validation, and what fields they have. */
public final class OpenApi {
    private final Kinds kinds;
    private final Schema schema;
    private final Map<String, Hash> hashes = new ConcurrentHashMap<>();

    private final Supplier<List<BackendVersion>> backends;

    public OpenApi(Kinds kinds, Schema schema, Supplier<List<BackendVersion>> backends) {
        this.backends = backends;
        this.kinds = kinds;
        this.schema = schema;
    }

    /** Which documents there are. */
    public ObjectNode index() {
        var index = JsonNodeFactory.instance.objectNode();
        var paths = index.putObject("paths");
        for (var apiVersion : kinds.apiVersions()) {
            var path = path(apiVersion);
            location(paths, path, hash(apiVersion));
        }
        // Each backend has its own document, which it is asked for under the same path.
        for (var backend : backends.get()) {
            var path = path(backend.registration().apiVersion());
            if (backend.schemaHash().isEmpty()) paths.remove(path);
            else location(paths, path, backend.schemaHash());
        }
        return index;
    }

    /** The hash that an index of another server tells of the document of a group version; empty if it tells none. */
    public static String hashIn(JsonNode index, String apiVersion) {
        var url = index.path("paths")
                .path(path(apiVersion))
                .path("serverRelativeURL")
                .asText();
        var hash = url.indexOf("hash=");
        return hash < 0 ? "" : url.substring(hash + "hash=".length());
    }

    private static void location(ObjectNode paths, String path, String hash) {
        paths.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path + "?hash=" + hash);
    }

    private static String path(String apiVersion) {
        return apiVersion.indexOf('/') < 0 ? "api/" + apiVersion : "apis/" + apiVersion;
    }

    /** Changes with the content, so that clients may keep a document for ever. The documents are large: a hash is kept. */
    private String hash(String apiVersion) {
        var served = kinds.of(apiVersion);
        var known = hashes.get(apiVersion);
        if (known != null && known.kinds().equals(served)) return known.text();
        var text = String.format(
                "%08X",
                document(path(apiVersion)).map(Object::toString).orElse("").hashCode());
        hashes.put(apiVersion, new Hash(served, text));
        return text;
    }

    /** The hash of a document, and the kinds that it describes. */
    private record Hash(List<Kind> kinds, String text) {}

    /** The document of a group version, by its path in the index. */
    public Optional<ObjectNode> document(String path) {
        var apiVersion = path.startsWith("apis/")
                ? path.substring("apis/".length())
                : path.startsWith("api/") ? path.substring("api/".length()) : "";
        var known = kinds.of(apiVersion);
        if (known.isEmpty()) return Optional.empty();
        var document = JsonNodeFactory.instance.objectNode();
        document.put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", ServerVersion.GIT_VERSION);
        var paths = document.putObject("paths");
        var schemas = new TreeMap<String, ObjectNode>();
        for (var kind : known) {
            operations(paths, path, kind);
            var root = root(kind, schemas);
            gvk(
                    root.putArray("x-kubernetes-group-version-kind").addObject(),
                    kind.group(),
                    kind.version(),
                    kind.name());
            schemas.put(definition(kind), root);
        }
        var components = document.putObject("components").putObject("schemas");
        schemas.forEach(components::set);
        return Optional.of(document);
    }

    private ObjectNode root(Kind kind, Map<String, ObjectNode> schemas) {
        var extension = kind.extension();
        if (extension == null) {
            return struct(schema.shapeOf(kind.apiVersion(), kind.name()).shape(), schemas, new HashSet<>());
        }
        var envelope = struct(extension.envelope().shape(), schemas, new HashSet<>());
        return CustomSchemas.whole(extension.openApiSchema(), envelope);
    }

    private void operations(ObjectNode paths, String path, Kind kind) {
        var at = "/" + path + (kind.namespaced() ? "/namespaces/{namespace}/" : "/") + kind.plural();
        var collection = paths.putObject(at);
        operation(collection, "get", "list", kind);
        operation(collection, "post", "post", kind);
        if (!kind.isStored()) return;
        var one = paths.putObject(at + "/{name}");
        operation(one, "get", "get", kind);
        operation(one, "put", "put", kind);
        operation(one, "patch", "patch", kind);
        operation(one, "delete", "delete", kind);
    }

    private void operation(ObjectNode path, String method, String action, Kind kind) {
        var operation = path.putObject(method);
        operation.put("x-kubernetes-action", action);
        gvk(operation.putObject("x-kubernetes-group-version-kind"), kind.group(), kind.version(), kind.name());
        if (method.equals("get") || method.equals("delete")) return;
        for (var name : new String[] {"dryRun", "fieldManager", "fieldValidation"}) {
            operation
                    .withArray("parameters")
                    .addObject()
                    .put("name", name)
                    .put("in", "query")
                    .putObject("schema")
                    .put("type", "string");
        }
        var reference = "#/components/schemas/" + definition(kind);
        operation
                .putObject("requestBody")
                .putObject("content")
                .putObject("*/*")
                .putObject("schema")
                .put("$ref", reference);
        operation
                .putObject("responses")
                .putObject("200")
                .put("description", "OK")
                .putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("$ref", reference);
    }

    private static void gvk(ObjectNode node, String group, String version, String kind) {
        node.put("group", group).put("version", version).put("kind", kind);
    }

    /** All kinds in one document of the older version, for clients that do not know the newer. */
    public ObjectNode second() {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("swagger", "2.0");
        document.putObject("info").put("title", "Kubernetes").put("version", ServerVersion.GIT_VERSION);
        var paths = document.putObject("paths");
        var schemas = new TreeMap<String, ObjectNode>();
        for (var kind : kinds.all()) {
            secondOperations(paths, kind);
            var root = root(kind, schemas);
            if (kind.extension() != null) root = CustomSchemas.older(root);
            gvk(
                    root.putArray("x-kubernetes-group-version-kind").addObject(),
                    kind.group(),
                    kind.version(),
                    kind.name());
            schemas.put(definition(kind), root);
        }
        var definitions = document.putObject("definitions");
        schemas.forEach((name, each) -> definitions.set(name, referring(each)));
        return document;
    }

    /** As Kubernetes names it: for a kind of a definition by its group backwards, such as {@code com.example.v1.Widget}. */
    private String definition(Kind kind) {
        if (kind.extension() == null) {
            var known = schema.find(kind.apiVersion(), kind.name());
            if (known.isPresent()) return known.get().shape().name();
        }
        var labels = Arrays.asList(kind.group().split("\\.", -1)).reversed();
        return String.join(".", labels) + "." + kind.version() + "." + kind.name();
    }

    private void secondOperations(ObjectNode paths, Kind kind) {
        var at = "/" + path(kind.apiVersion()) + (kind.namespaced() ? "/namespaces/{namespace}/" : "/") + kind.plural();
        if (kind.isStored()) {
            secondOperation(paths.putObject(at + "/{name}").putObject("patch"), "patch", kind);
            secondOperation(paths.putObject(at).putObject("get"), "list", kind);
        }
        var collection = paths.get(at) instanceof ObjectNode known ? known : paths.putObject(at);
        secondOperation(collection.putObject("post"), "post", kind);
    }

    private void secondOperation(ObjectNode operation, String action, Kind kind) {
        operation.put("x-kubernetes-action", action);
        gvk(operation.putObject("x-kubernetes-group-version-kind"), kind.group(), kind.version(), kind.name());
        var reference = "#/definitions/" + definition(kind);
        if (!action.equals("list")) {
            var parameters = operation.putArray("parameters");
            parameters
                    .addObject()
                    .put("name", "body")
                    .put("in", "body")
                    .putObject("schema")
                    .put("$ref", reference);
            for (var name : new String[] {"dryRun", "fieldManager", "fieldValidation"}) {
                parameters.addObject().put("name", name).put("in", "query").put("type", "string");
            }
        }
        operation
                .putObject("responses")
                .putObject("200")
                .put("description", "OK")
                .putObject("schema")
                .put("$ref", reference);
    }

    /** The same schema with the references of the older version, which stand alone. */
    private static JsonNode referring(JsonNode schema) {
        if (schema instanceof ArrayNode array) {
            var changed = JsonNodeFactory.instance.arrayNode();
            for (var item : array) changed.add(referring(item));
            return changed;
        }
        if (!(schema instanceof ObjectNode object)) return schema;
        var changed = JsonNodeFactory.instance.objectNode();
        for (var member : object.properties()) {
            if (member.getKey().equals("allOf") && member.getValue().isArray()) {
                var name = member.getValue().path(0).path("$ref").asText();
                changed.put("$ref", name.replace("#/components/schemas/", "#/definitions/"));
            } else {
                changed.set(member.getKey(), referring(member.getValue()));
            }
        }
        return changed;
    }

    private static ObjectNode struct(Shape.Struct struct, Map<String, ObjectNode> schemas, Set<String> seen) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("type", "object");
        node.put("description", FieldDescriptions.ofType(struct.name()).orElse(struct.simpleName()));
        if (struct.isAtomic()) node.put("x-kubernetes-map-type", "atomic");
        var properties = node.putObject("properties");
        for (var field : new TreeMap<>(struct.fields()).values()) {
            var property = of(field.shape(), schemas, seen);
            FieldDescriptions.of(struct.name(), field.name()).ifPresent(text -> property.put("description", text));
            MergeExtensions.write(property, field);
            properties.set(field.name(), property);
        }
        var required = RequiredFields.of(struct.name());
        if (!required.isEmpty()) required.forEach(node.putArray("required")::add);
        return node;
    }

    private static ObjectNode of(Shape shape, Map<String, ObjectNode> schemas, Set<String> seen) {
        var node = JsonNodeFactory.instance.objectNode();
        switch (shape) {
            case Shape.Scalar scalar -> scalar(node, scalar);
            case Shape.Struct struct -> {
                var name = struct.name();
                if (seen.add(name) && !schemas.containsKey(name)) schemas.put(name, struct(struct, schemas, seen));
                node.put("description", struct.simpleName());
                node.putArray("allOf").addObject().put("$ref", "#/components/schemas/" + name);
            }
            case Shape.MapOf(var value, var _) -> {
                node.put("type", "object");
                node.set("additionalProperties", of(value, schemas, seen));
            }
            case Shape.ListOf(var element, var _) -> {
                node.put("type", "array");
                node.set("items", of(element, schemas, seen));
            }
            case Shape.Free _ -> node.put("x-kubernetes-preserve-unknown-fields", true);
        }
        return node;
    }

    private static void scalar(ObjectNode node, Shape.Scalar scalar) {
        switch (scalar) {
            case STRING, QUANTITY -> node.put("type", "string");
            case BOOLEAN -> node.put("type", "boolean");
            case INT32 -> node.put("type", "integer").put("format", "int32");
            case INT64 -> node.put("type", "integer").put("format", "int64");
            case DOUBLE -> node.put("type", "number");
            case INT_OR_STRING -> node.put("type", "string").put("format", "int-or-string");
            case TIME, MICRO_TIME -> node.put("type", "string").put("format", "date-time");
            case BYTES -> node.put("type", "string").put("format", "byte");
            case ANYTHING -> node.put("x-kubernetes-preserve-unknown-fields", true);
        }
    }
}
