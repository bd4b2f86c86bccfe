package dev.plimsoll.kinds.expressions.functions;

import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeLibrary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Functions with what they do. All forms of one name are kept together: where the type of an argument is known only when an
 * expression runs, the form is chosen then, and only among those that were added here.
 */
public final class FunctionLibrary implements CelCompilerLibrary, CelRuntimeLibrary {
    private final Map<String, List<CelOverloadDecl>> declared = new LinkedHashMap<>();
    private final Map<String, List<CelFunctionBinding>> bound = new LinkedHashMap<>();

    /** What a function does with its arguments, the target first. */
    interface Body {
        Object apply(Object[] given);
    }

    /** A function that is called on its first parameter. */
    FunctionLibrary member(String name, CelType result, Body body, Parameter... of) {
        var id = "member_" + id(name, of);
        declare(name, CelOverloadDecl.newMemberOverload(id, result, types(of)));
        return bind(name, id, body, of);
    }

    FunctionLibrary global(String name, CelType result, Body body, Parameter... of) {
        var id = "global_" + id(name, of);
        declare(name, CelOverloadDecl.newGlobalOverload(id, result, types(of)));
        return bind(name, id, body, of);
    }

    /** A form that another library declares already, so that it is found where types are known late. */
    FunctionLibrary known(String name, Body body, Parameter... of) {
        return bind(name, "known_" + id(name, of), body, of);
    }

    private static String id(String name, Parameter... of) {
        var id = new StringBuilder(name.replace('.', '_'));
        for (var each : of) id.append('_').append(each.type().name().replace('.', '_'));
        return id.toString();
    }

    private static List<CelType> types(Parameter... of) {
        var types = new ArrayList<CelType>();
        for (var each : of) types.add(each.type());
        return types;
    }

    private void declare(String name, CelOverloadDecl overload) {
        declared.computeIfAbsent(name, _ -> new ArrayList<>()).add(overload);
    }

    private FunctionLibrary bind(String name, String id, Body body, Parameter... of) {
        bound.computeIfAbsent(name, _ -> new ArrayList<>()).add(binding(id, body, of));
        return this;
    }

    /** Those of one or two arguments are called without an array where they were made so, and only there. */
    @SuppressWarnings("Immutable") // functions keep nothing from one call to the next
    private static CelFunctionBinding binding(String id, Body body, Parameter... of) {
        return switch (of.length) {
            case 1 -> CelFunctionBinding.from(id, of[0].values(), one -> body.apply(new Object[] {one}));
            case 2 ->
                CelFunctionBinding.from(
                        id, of[0].values(), of[1].values(), (one, other) -> body.apply(new Object[] {one, other}));
            default -> {
                var classes = new ArrayList<Class<?>>();
                for (var each : of) classes.add(each.values());
                CelFunctionOverload all = body::apply;
                yield CelFunctionBinding.from(id, classes, all);
            }
        };
    }

    @Override
    public void setCheckerOptions(CelCheckerBuilder checker) {
        declared.forEach((name, overloads) ->
                checker.addFunctionDeclarations(CelFunctionDecl.newFunctionDeclaration(name, overloads)));
    }

    @Override
    public void setRuntimeOptions(CelRuntimeBuilder runtime) {
        bound.forEach(
                (name, bindings) -> runtime.addFunctionBindings(CelFunctionBinding.fromOverloads(name, bindings)));
    }
}
