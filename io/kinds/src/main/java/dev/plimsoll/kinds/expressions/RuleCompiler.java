package dev.plimsoll.kinds.expressions;

import dev.cel.bundle.Cel;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.plimsoll.codec.structural.Junctions.Expression;
import dev.plimsoll.codec.structural.SchemaPath;
import dev.plimsoll.codec.structural.Structural;
import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.expressions.functions.KubernetesFunctions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes rules ready that a schema has. */
final class RuleCompiler {
    private static final Pattern OLD = Pattern.compile("\\boldSelf\\b");

    private final SchemaTypes types = new SchemaTypes();
    private final IdentityHashMap<Structural, List<CompiledRule>> rules = new IdentityHashMap<>();
    private final List<FieldError> errors = new ArrayList<>();
    private final CostText costs = new CostText();

    private RuleCompiler() {}

    /** Everything under a schema; {@code path} is where it stands in its definition. */
    static RuleSet compile(Structural schema, String path) {
        var compiler = new RuleCompiler();
        compiler.schema(schema, path, "selfType", 1, true);
        compiler.errors.addAll(compiler.costs.total(path));
        return new RuleSet(compiler.rules, compiler.errors);
    }

    /** {@code times} is how often the schema can occur in one object. */
    private void schema(Structural schema, String path, String name, double times, boolean root) {
        if (!schema.hasExpressions()) return;
        rules.put(schema, new ArrayList<>());
        var expressions = schema.junctions().expressions();
        if (!expressions.isEmpty()) {
            var self = types.of(schema, name, root);
            var asked = Math.min(times, (double) SchemaSizes.occurrences(schema));
            var environments = new HashMap<Boolean, Cel>();
            for (var i = 0; i < expressions.size(); i++) {
                var expression = expressions.get(i);
                var cel = environments.computeIfAbsent(
                        expression.optionalOldSelf(), optional -> environment(self, optional));
                rule(schema, expression, cel, asked, path + ".x-kubernetes-validations[" + i + "]");
            }
        }
        schema.properties()
                .forEach((field, property) ->
                        schema(property, SchemaPath.property(path, field), name + "." + field, times, false));
        var inside = times * SchemaSizes.most(schema);
        if (schema.items() != null) schema(schema.items(), path + ".items", name + ".items", inside, false);
        if (schema.additional() instanceof Structural.Additional.Like(var values)) {
            schema(values, path + ".additionalProperties", name + ".values", inside, false);
        }
    }

    private void rule(Structural schema, Expression source, Cel cel, double times, String path) {
        if (source.rule().isBlank()) {
            errors.add(FieldError.required(path + ".rule", "rule is not specified"));
            return;
        }
        var program = program(cel, source.rule(), SimpleType.BOOL, path + ".rule");
        if (program == null) return;
        var message = source.messageExpression().isEmpty()
                ? null
                : program(cel, source.messageExpression(), SimpleType.STRING, path + ".messageExpression");
        estimate(program, schema, times, path, "rule");
        if (message != null) estimate(message, schema, times, path, "messageExpression");
        var comparing = OLD.matcher(source.rule()).find();
        rules.computeIfAbsent(schema, _ -> new ArrayList<>())
                .add(new CompiledRule(
                        source, comparing, program.metered(), message == null ? null : message.metered()));
    }

    private void estimate(Program program, Structural schema, double times, String path, String name) {
        var cost = CostEstimator.cost(program.expression, schema) * times;
        errors.addAll(costs.add(path + "." + name, name, cost));
    }

    /** An expression that is compiled, and its tree. */
    private record Program(CelRuntime.Program program, CelExpr expression) {
        MeteredProgram metered() {
            return MeteredProgram.of(program, expression);
        }
    }

    private Cel environment(CelType self, boolean optional) {
        return CelEnvironment.with(KubernetesFunctions.COMMON, types.known())
                .addVar("self", self)
                .addVar("oldSelf", optional ? OptionalType.create(self) : self)
                .build();
    }

    private @Nullable Program program(Cel cel, String text, CelType wanted, String path) {
        try {
            var compiled = cel.compile(text);
            var ast = compiled.getAst();
            if (ast.getResultType().equals(wanted) || ast.getResultType().equals(SimpleType.DYN)) {
                return new Program(cel.createProgram(ast), ast.getExpr());
            }
            var what = wanted.equals(SimpleType.BOOL)
                    ? "cel expression must evaluate to a bool"
                    : "must evaluate to a string";
            errors.add(FieldError.invalid(path, text, what));
        } catch (CelValidationException | CelEvaluationException e) {
            errors.add(FieldError.invalid(path, text, CompilationText.of(cel, text, e)));
        }
        return null;
    }
}
