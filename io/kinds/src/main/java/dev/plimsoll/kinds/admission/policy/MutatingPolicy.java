package dev.plimsoll.kinds.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.expressions.AdmissionCompiler;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Compiled;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Result;
import dev.plimsoll.kinds.expressions.AdmissionCompiler.Scope;
import java.util.ArrayList;
import java.util.List;

/**
 * A policy that changes what is written.
 *
 * @param askedAgain whether it wants to see what others changed after it
 */
public record MutatingPolicy(PolicyDefinition definition, List<Mutation> mutations, boolean askedAgain) {
    public MutatingPolicy {
        mutations = List.copyOf(mutations);
    }

    /** One change: an object that is laid over the one of the request, or a list of JSON patches. */
    public record Mutation(boolean applies, Compiled expression) {}

    public static MutatingPolicy read(JsonNode policy) {
        var compiler =
                new AdmissionCompiler(PolicyDefinition.hasParams(policy) ? Scope.MUTATION_WITH_PARAMS : Scope.MUTATION);
        var definition = PolicyDefinition.read(policy, compiler);
        var mutations = new ArrayList<Mutation>();
        for (var entry : policy.path("spec").path("mutations")) {
            var applies = entry.path("patchType").asText().equals("ApplyConfiguration");
            var text = entry.path(applies ? "applyConfiguration" : "jsonPatch")
                    .path("expression")
                    .asText();
            mutations.add(new Mutation(applies, compiler.compile(text, applies ? Result.OBJECT : Result.PATCHES)));
        }
        return new MutatingPolicy(
                definition,
                mutations,
                policy.path("spec").path("reinvocationPolicy").asText().equals("IfNeeded"));
    }

    public String name() {
        return definition.name();
    }
}
