package dev.plimsoll.kinds.expressions.functions;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import dev.cel.parser.CelParserBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * {@code list.sortBy(each, key)}: the list, and the list of its keys, are handed to a function. The extension of the language
 * has the same, but gives the result the type of its pairs.
 */
public final class SortBy implements CelCompilerLibrary {
    static final String FUNCTION = "lists.@sortByKeys";

    @Override
    public void setParserOptions(CelParserBuilder parser) {
        parser.addMacros(CelMacro.newReceiverMacro("sortBy", 2, SortBy::expanded));
    }

    private static Optional<CelExpr> expanded(
            CelMacroExprFactory factory, CelExpr target, ImmutableList<CelExpr> arguments) {
        var variable = arguments.getFirst();
        if (variable.getKind() != CelExpr.ExprKind.Kind.IDENT) {
            return Optional.of(factory.reportError(CelIssue.formatError(
                    factory.getSourceLocation(variable),
                    "sortBy(var, ...) variable name must be a simple identifier")));
        }
        var found = factory.getAccumulatorVarName();
        var keys = factory.fold(
                variable.ident().name(),
                factory.copy(target),
                found,
                factory.newList(),
                factory.newBoolLiteral(true),
                factory.newGlobalCall("_+_", factory.newIdentifier(found), factory.newList(arguments.get(1))),
                factory.newIdentifier(found));
        return Optional.of(factory.newGlobalCall(FUNCTION, target, keys));
    }

    static List<Object> sorted(Collection<?> list, Collection<?> keys) {
        record Pair(Object key, Object value) {}
        var pairs = new ArrayList<Pair>();
        var key = keys.iterator();
        for (var value : list) pairs.add(new Pair(key.next(), value));
        pairs.sort(Comparator.comparing(Pair::key, Lists::compared));
        var sorted = new ArrayList<Object>();
        for (var pair : pairs) sorted.add(pair.value());
        return sorted;
    }
}
