package dev.plimsoll.kinds.expressions;

import dev.cel.bundle.CelBuilder;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelOptions;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelListsExtensions.Function;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelRuntimeLibrary;
import dev.plimsoll.codec.structural.RegularExpressions;
import dev.plimsoll.kinds.expressions.functions.FunctionLibrary;
import dev.plimsoll.kinds.expressions.functions.SortBy;
import java.util.List;

/** The language as every environment of Kubernetes has it: with its extensions, and the functions that Kubernetes adds. */
public final class CelEnvironment {
    private static final CelOptions OPTIONS = CelOptions.current()
            .enableHeterogeneousNumericComparisons(true)
            .comprehensionMaxIterations(1_000_000)
            .maxRegexProgramSize(2 * RegularExpressions.MOST_INSTRUCTIONS)
            .build();

    private CelEnvironment() {}

    public static CelBuilder with(FunctionLibrary functions, CelTypeProvider types) {
        var strings = CelExtensions.strings();
        var optional = CelExtensions.optional();
        var sets = CelExtensions.sets(OPTIONS);
        var lists = CelExtensions.lists(
                Function.SLICE, Function.FLATTEN, Function.RANGE, Function.DISTINCT, Function.REVERSE, Function.SORT);
        var comprehensions = CelExtensions.comprehensions();
        // The first that names a function says which of its forms are tried where types are known late.
        return CelFactory.plannerCelBuilder()
                .setOptions(OPTIONS)
                .setTypeProvider(types)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addCompilerLibraries(List.<CelCompilerLibrary>of(
                        functions, strings, optional, sets, lists, comprehensions, new SortBy()))
                .addRuntimeLibraries(
                        List.<CelRuntimeLibrary>of(functions, strings, optional, sets, lists, comprehensions));
    }
}
