package dev.plimsoll.kinds.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.builtin.Kinds;
import dev.plimsoll.kinds.builtin.Strategies;
import dev.plimsoll.kinds.documents.DocumentMetadata;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Scope;
import java.util.ArrayList;
import java.util.List;

/** Compares the expressions of a policy with the kinds that its rules name: what can never be evaluated is told in its status. */
public final class PolicyTypeCheck {
    /** Kinds of one policy that are looked at. */
    private static final int MOST_KINDS = 10;

    private final Kinds kinds;
    private final Strategies strategies;

    public PolicyTypeCheck(Kinds kinds, Strategies strategies) {
        this.kinds = kinds;
        this.strategies = strategies;
    }

    /** Writes the result into the status of a policy. False if the status speaks of this generation already. */
    public boolean update(ObjectNode policy) {
        var generation = DocumentMetadata.of(policy).generation();
        if (policy.path("status").path("observedGeneration").asLong() == generation) return false;
        var status = policy.withObject("/status");
        status.put("observedGeneration", generation);
        status.set("typeChecking", of(policy));
        return true;
    }

    private ObjectNode of(JsonNode policy) {
        var result = JsonNodeFactory.instance.objectNode();
        var compiler =
                new AdmissionCompiler(PolicyDefinition.hasParams(policy) ? Scope.POLICY_WITH_PARAMS : Scope.POLICY);
        var spec = policy.path("spec");
        for (var variable : spec.path("variables")) {
            var _ = compiler.variable(
                    variable.path("name").asText(), variable.path("expression").asText());
        }
        var named = named(spec.path("matchConstraints").path("resourceRules"));
        var index = 0;
        for (var validation : spec.path("validations")) {
            for (var field : List.of("expression", "messageExpression")) {
                var text = validation.path(field).asText();
                var warning = text.isEmpty() ? "" : warning(compiler, text, named);
                if (warning.isEmpty()) continue;
                result.withArray("/expressionWarnings")
                        .addObject()
                        .put("fieldRef", "spec.validations[" + index + "]." + field)
                        .put("warning", warning);
            }
            index++;
        }
        return result;
    }

    /** Of rules with a star nobody can say which kinds they name. */
    private List<Kind> named(JsonNode rules) {
        var found = new ArrayList<Kind>();
        for (var rule : rules) {
            for (var group : rule.path("apiGroups")) {
                for (var version : rule.path("apiVersions")) {
                    var apiVersion =
                            group.asText().isEmpty() ? version.asText() : group.asText() + "/" + version.asText();
                    for (var resource : rule.path("resources")) {
                        kinds.find(apiVersion, resource.asText())
                                .filter(kind -> found.size() < MOST_KINDS && !found.contains(kind))
                                .ifPresent(found::add);
                    }
                }
            }
        }
        return found;
    }

    private String warning(AdmissionCompiler compiler, String text, List<Kind> named) {
        var warnings = new ArrayList<String>();
        for (var kind : named) {
            compiler.warning(text, strategies.shape(kind))
                    .ifPresent(why -> warnings.add(kind.apiVersion() + ", Kind=" + kind.name() + ": " + why));
        }
        return String.join("\n", warnings);
    }
}
