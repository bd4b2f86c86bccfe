package dev.plimsoll.nodeagent.payload;

import dev.plimsoll.core.model.Container;
import dev.plimsoll.cri.CriReply;
import dev.plimsoll.cri.config.ContainerConfig.Variable;
import dev.plimsoll.objects.pod.spec.ContainerObject;
import dev.plimsoll.objects.pod.spec.DownwardReference;
import dev.plimsoll.objects.pod.spec.EnvFromSource;
import dev.plimsoll.objects.pod.spec.EnvVariable;
import dev.plimsoll.objects.pod.spec.KeyReference;
import dev.plimsoll.objects.service.ServiceObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The variables of one container: of services first, then from whole maps, then one by one, later ones over earlier ones. */
public final class Environment {
    private final DownwardApi downward;
    private final References references;
    private final String namespace;
    private final Map<String, String> variables = new LinkedHashMap<>();

    private Environment(DownwardApi downward, References references) {
        this.downward = downward;
        this.references = references;
        this.namespace = downward.pod().metadata().namespace();
    }

    /** What is made of a container of the pod. */
    public static CriReply<Environment> of(Container container, DownwardApi downward, References references) {
        var environment = new Environment(downward, references);
        switch (references.services(downward.pod())) {
            case CriReply.Ok<List<ServiceObject>>(var services) ->
                environment.variables.putAll(ServiceVariables.of(services));
            case CriReply.Failed<List<ServiceObject>>(var code, var message) -> {
                return new CriReply.Failed<>(code, message);
            }
        }
        var own = downward.pod().container(container.name()).orElse(ContainerObject.UNKNOWN);
        for (var source : own.envFrom()) {
            if (environment.takeAll(source) instanceof CriReply.Failed<Environment> failed) return failed;
        }
        for (var variable : own.env()) {
            switch (environment.value(container, variable)) {
                case CriReply.Ok<Optional<String>>(var text) ->
                    text.ifPresent(value -> environment.variables.put(variable.name(), value));
                case CriReply.Failed<Optional<String>>(var code, var message) -> {
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

    private CriReply<Environment> takeAll(EnvFromSource source) {
        var entries = source.isConfigMap()
                ? references.configMap(namespace, source.name(), source.isOptional())
                : references.secret(namespace, source.name(), source.isOptional());
        var prefix = source.prefix();
        return entries.map(found -> {
            found.forEach((key, value) -> variables.put(prefix + key, new String(value, StandardCharsets.UTF_8)));
            return this;
        });
    }

    /** Empty for a variable that is not set, because it refers to something that may be missing. */
    private CriReply<Optional<String>> value(Container container, EnvVariable variable) {
        return switch (variable.value()) {
            case EnvVariable.Value.Literal(var text) -> new CriReply.Ok<>(Optional.of(expanded(text)));
            case EnvVariable.Value.Downward(DownwardReference.Field(var path)) ->
                downward.field(path).map(Optional::of);
            case EnvVariable.Value.Downward(DownwardReference.Resource resource) ->
                resource(container, resource).map(Optional::of);
            case EnvVariable.Value.ConfigMapKey(var key) -> key(key, true);
            case EnvVariable.Value.SecretKey(var key) -> key(key, false);
            case EnvVariable.Value.Unknown() -> UnsupportedFeature.failure("valueFrom of variable " + variable.name());
        };
    }

    private CriReply<String> resource(Container container, DownwardReference.Resource reference) {
        var named = reference.container().isEmpty() ? container.name() : reference.container();
        for (var list : List.of(downward.spec().containers(), downward.spec().initContainers())) {
            for (var each : list) if (each.name().equals(named)) return downward.resource(each, reference);
        }
        return UnsupportedFeature.failure("resourceFieldRef to container " + named);
    }

    private CriReply<Optional<String>> key(KeyReference reference, boolean isConfigMap) {
        var name = reference.name();
        var entries = isConfigMap
                ? references.configMap(namespace, name, reference.isOptional())
                : references.secret(namespace, name, reference.isOptional());
        return entries.then(found -> {
            var value = found.get(reference.key());
            if (value != null) return new CriReply.Ok<>(Optional.of(new String(value, StandardCharsets.UTF_8)));
            if (reference.isOptional()) return new CriReply.Ok<>(Optional.empty());
            return new CriReply.Failed<>(
                    CriReply.Code.NOT_FOUND,
                    "couldn't find key " + reference.key() + " in " + (isConfigMap ? "ConfigMap " : "Secret ")
                            + namespace + "/" + name);
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
