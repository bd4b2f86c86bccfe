package dev.plimsoll.nodeagent.payload;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.core.model.Container;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.config.ContainerConfig.Variable;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.service.ServiceObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The variables of one container: of services first, then from whole maps, then one by one, later ones over earlier ones. */
public final class Environment {
    private final DownwardApi downward;
    private final References references;
    private final String namespace;
    private final Map<String, String> variables = new LinkedHashMap<>();

    private Environment(DownwardApi downward, References references) {
        this.downward = downward;
        this.references = references;
        this.namespace = downward.document().path("metadata").path("namespace").asText();
    }

    /** What is made of a container's document. */
    public static CriReply<Environment> of(
            JsonNode document, Container container, DownwardApi downward, References references) {
        var environment = new Environment(downward, references);
        switch (references.services(new PodObject(downward.document()))) {
            case CriReply.Ok<List<ServiceObject>>(var services) ->
                environment.variables.putAll(ServiceVariables.of(services));
            case CriReply.Failed<List<ServiceObject>>(var code, var message) -> {
                return new CriReply.Failed<>(code, message);
            }
        }
        for (var source : document.path("envFrom")) {
            if (environment.takeAll(source) instanceof CriReply.Failed<Environment> failed) return failed;
        }
        for (var variable : document.path("env")) {
            var value = environment.value(container, variable);
            switch (value) {
                case CriReply.Ok<String>(var text) ->
                    environment.variables.put(variable.path("name").asText(), text);
                case CriReply.Failed<String>(var code, var message) -> {
                    return new CriReply.Failed<>(code, message);
                }
            }
        }
        return new CriReply.Ok<>(environment);
    }

    Map<String, String> byName() {
        return Map.copyOf(variables);
    }

    public List<Variable> variables() {
        return variables.entrySet().stream()
                .map(each -> new Variable(each.getKey(), each.getValue()))
                .toList();
    }

    private CriReply<Environment> takeAll(JsonNode source) {
        var prefix = source.path("prefix").asText();
        var map = source.path("configMapRef");
        var secret = source.path("secretRef");
        var entries = map.isMissingNode()
                ? references.secret(
                        namespace,
                        secret.path("name").asText(),
                        secret.path("optional").asBoolean())
                : references.configMap(
                        namespace,
                        map.path("name").asText(),
                        map.path("optional").asBoolean());
        return entries.map(found -> {
            found.forEach((key, value) -> variables.put(prefix + key, new String(value, StandardCharsets.UTF_8)));
            return this;
        });
    }

    private CriReply<String> value(Container container, JsonNode variable) {
        var from = variable.path("valueFrom");
        if (from.isMissingNode())
            return new CriReply.Ok<>(expanded(variable.path("value").asText()));
        if (from.has("fieldRef"))
            return downward.field(from.path("fieldRef").path("fieldPath").asText());
        if (from.has("resourceFieldRef")) return resource(container, from.path("resourceFieldRef"));
        if (from.has("configMapKeyRef")) return key(from.path("configMapKeyRef"), true);
        if (from.has("secretKeyRef")) return key(from.path("secretKeyRef"), false);
        return UnsupportedFeature.failure(
                "valueFrom of variable " + variable.path("name").asText());
    }

    private CriReply<String> resource(Container container, JsonNode reference) {
        var named = reference.path("containerName").asText(container.name());
        for (var list : List.of(downward.spec().containers(), downward.spec().initContainers())) {
            for (var each : list) if (each.name().equals(named)) return downward.resource(each, reference);
        }
        return UnsupportedFeature.failure("resourceFieldRef to container " + named);
    }

    private CriReply<String> key(JsonNode reference, boolean isConfigMap) {
        var name = reference.path("name").asText();
        var key = reference.path("key").asText();
        var isOptional = reference.path("optional").asBoolean();
        var entries = isConfigMap
                ? references.configMap(namespace, name, isOptional)
                : references.secret(namespace, name, isOptional);
        return entries.then(found -> {
            var value = found.get(key);
            if (value != null) return new CriReply.Ok<>(new String(value, StandardCharsets.UTF_8));
            if (isOptional) return new CriReply.Ok<>("");
            return new CriReply.Failed<>(
                    CriReply.Code.NOT_FOUND,
                    "couldn't find key " + key + " in " + (isConfigMap ? "ConfigMap " : "Secret ") + namespace + "/"
                            + name);
        });
    }

    /** {@code $(NAME)} stands for a variable that came before, {@code $$} for a dollar; what is unknown stays as it is. */
    public String expanded(String text) {
        return expanded(text, new ArrayList<>());
    }

    /** The same where what is unknown is a failure. */
    public CriReply<String> expandedWhole(String text) {
        var unknown = new ArrayList<String>();
        var expanded = expanded(text, unknown);
        if (unknown.isEmpty()) return new CriReply.Ok<>(expanded);
        return new CriReply.Failed<>(
                CriReply.Code.INVALID_ARGUMENT, "missing value for \"" + unknown.getFirst() + "\"");
    }

    private String expanded(String text, List<String> unknown) {
        var result = new StringBuilder();
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c != '$' || i + 1 == text.length()) {
                result.append(c);
                continue;
            }
            var next = text.charAt(i + 1);
            var end = next == '(' ? text.indexOf(')', i) : -1;
            if (next == '$') {
                result.append('$');
                i++;
            } else if (end > 0) {
                var name = text.substring(i + 2, end);
                var value = variables.get(name);
                if (value == null) unknown.add(name);
                result.append(value == null ? text.substring(i, end + 1) : value);
                i = end;
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }
}
