package dev.plimsoll.kinds.expressions;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.cel.bundle.Cel;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.runtime.CelEvaluationException;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.kinds.expressions.functions.KubernetesFunctions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the expressions of one policy or webhook. What is declared with {@link #variable} can be named by the expressions
 * that follow, as {@code variables.NAME}. For one thread.
 */
public final class AdmissionCompiler {
    private static final String OBJECT = "Object";
    private static final String PATCH = "JSONPatch";
    private static final StructType PATCH_TYPE = AdmissionTypes.struct(
            PATCH,
            Map.of(
                    "op",
                    SimpleType.STRING,
                    "path",
                    SimpleType.STRING,
                    "from",
                    SimpleType.STRING,
                    "value",
                    SimpleType.DYN));

    private final Scope scope;
    private final Map<String, CelType> variables = new LinkedHashMap<>();
    /** For objects of any type, until another variable is declared: to make an environment costs more than to compile with it. */
    private @Nullable Cel reusable;

    /** What expressions can see beside the object, the old object, the request and the authorizer. */
    public enum Scope {
        /** Conditions of webhooks see nothing else. */
        WEBHOOK(false, false, false),
        POLICY(false, true, false),
        POLICY_WITH_PARAMS(true, true, false),
        MUTATION(false, true, true),
        MUTATION_WITH_PARAMS(true, true, true);

        private final boolean params;
        private final boolean namespace;
        private final boolean patches;

        Scope(boolean params, boolean namespace, boolean patches) {
            this.params = params;
            this.namespace = namespace;
            this.patches = patches;
        }
    }

    /** What an expression must give. */
    public enum Result {
        BOOL("must evaluate to bool"),
        STRING("must evaluate to string"),
        STRING_OR_NULL("must evaluate to one of [string null_type]"),
        ANY(""),
        OBJECT("must evaluate to Object"),
        PATCHES("must evaluate to list(JSONPatch)");

        private final String otherwise;

        Result(String otherwise) {
            this.otherwise = otherwise;
        }

        private boolean takes(CelType type) {
            return switch (this) {
                case BOOL -> type.equals(SimpleType.BOOL);
                case STRING -> type.equals(SimpleType.STRING);
                case STRING_OR_NULL -> type.equals(SimpleType.STRING) || type.equals(SimpleType.NULL_TYPE);
                case OBJECT -> type.name().equals(AdmissionCompiler.OBJECT);
                case PATCHES ->
                    type instanceof ListType list && list.elemType().name().equals(PATCH);
                case ANY -> true;
            };
        }
    }

    /** What became of compiling. */
    public sealed interface Compiled {
        record Ready(AdmissionExpression expression) implements Compiled {}

        /** The text says what is wrong. */
        record Broken(String why) implements Compiled {}
    }

    public AdmissionCompiler(Scope scope) {
        this.scope = scope;
    }

    public Compiled compile(String text, Result wanted) {
        try {
            return compiled(text, wanted);
        } catch (CelValidationException | CelEvaluationException e) {
            return new Compiled.Broken(CompilationText.of(parser(), text, e));
        }
    }

    /** Compiles a variable and declares it for those that follow; one that cannot be compiled may be of any type. */
    public Compiled variable(String name, String text) {
        var compiled = compile(text, Result.ANY);
        variables.put(name, compiled instanceof Compiled.Ready(var expression) ? expression.type() : SimpleType.DYN);
        reusable = null;
        return compiled;
    }

    /** What the checker has against an expression about objects of a kind; empty if nothing. */
    public Optional<String> warning(String text, KindShape kind) {
        var types = new ShapeTypes();
        var objects = types.of(kind.shape(), "Object");
        try {
            environment(text, objects, types.structs()).compile(text).getAst();
            return Optional.empty();
        } catch (CelValidationException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Compiled compiled(String text, Result wanted) throws CelValidationException, CelEvaluationException {
        var cel = environment(text);
        CelAbstractSyntaxTree ast = cel.compile(text).getAst();
        if (!wanted.takes(ast.getResultType())) {
            return new Compiled.Broken(wanted.otherwise + " but got " + CelTypes.format(ast.getResultType()));
        }
        return new Compiled.Ready(new AdmissionExpression(
                text, ast.getResultType(), MeteredProgram.of(cel.createProgram(ast), ast.getExpr())));
    }

    private Cel environment(String text) throws CelValidationException {
        // What an expression builds is part of its environment.
        if (scope.patches) return environment(text, SimpleType.DYN, List.of());
        var known = reusable;
        if (known != null) return known;
        var fresh = environment(text, SimpleType.DYN, List.of());
        reusable = fresh;
        return fresh;
    }

    private Cel environment(String text, CelType objects, List<StructType> types) throws CelValidationException {
        var known = new ArrayList<>(types);
        if (scope.patches) known.addAll(built(text));
        var builder = CelEnvironment.with(KubernetesFunctions.ADMISSION, AdmissionTypes.with(known))
                .addVar("object", objects)
                .addVar("oldObject", objects)
                .addVar("request", AdmissionTypes.REQUEST)
                .addVar("authorizer", KubernetesFunctions.AUTHORIZER)
                .addVar("authorizer.requestResource", KubernetesFunctions.REQUEST_RESOURCE);
        if (scope.params) builder.addVar("params", SimpleType.DYN);
        if (scope.namespace) builder.addVar("namespaceObject", AdmissionTypes.NAMESPACE);
        if (scope.patches) builder.setValueProvider(BuiltObject::of);
        variables.forEach((name, type) -> builder.addVar("variables." + name, type));
        return builder.build();
    }

    private static Cel parser() {
        return CelEnvironment.with(KubernetesFunctions.ADMISSION, AdmissionTypes.with(List.of()))
                .build();
    }

    /** The types that an expression builds objects of: any name that begins with Object, with the fields that it uses. */
    private static List<StructType> built(String text) throws CelValidationException {
        var names = new LinkedHashSet<String>();
        var fields = new LinkedHashSet<String>();
        collect(parser().parse(text).getAst().getExpr(), names, fields);
        var types = new ArrayList<StructType>();
        types.add(PATCH_TYPE);
        var any = ImmutableMap.<String, CelType>copyOf(new LinkedHashMap<>(asAny(fields)));
        for (var name : names) {
            types.add(
                    StructType.create(name, ImmutableSet.copyOf(fields), field -> Optional.ofNullable(any.get(field))));
        }
        return types;
    }

    private static Map<String, CelType> asAny(Set<String> fields) {
        var types = new LinkedHashMap<String, CelType>();
        for (var field : fields) types.put(field, SimpleType.DYN);
        return types;
    }

    private static void collect(CelExpr expr, Set<String> names, Set<String> fields) {
        if (expr.getKind() == CelExpr.ExprKind.Kind.SELECT)
            fields.add(expr.select().field());
        if (expr.getKind() == CelExpr.ExprKind.Kind.STRUCT) {
            var name = expr.struct().messageName();
            if (name.equals(OBJECT) || name.startsWith(OBJECT + ".")) {
                names.add(name);
                for (var entry : expr.struct().entries()) fields.add(entry.fieldKey());
            }
        }
        for (var part : Parts.of(expr)) collect(part, names, fields);
    }
}
