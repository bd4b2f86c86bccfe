package dev.plimsoll.kinds.expressions;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.plimsoll.codec.structural.Structural;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an expression can cost at most, from the sizes that its schema allows. The costs are those that are spent when it runs
 * ({@link CallCost}), with the largest values in place of the real ones.
 */
final class CostEstimator {
    private final Map<String, Sized> variables = new HashMap<>();

    private CostEstimator(Structural self) {
        variables.put("self", Sized.of(self));
        variables.put("oldSelf", Sized.of(self));
    }

    static double cost(CelExpr expr, Structural self) {
        return new CostEstimator(self).of(expr).cost;
    }

    /** A cost, and how large the value is that it is paid for. */
    private record Estimate(double cost, Sized value) {
        static final Estimate FREE = new Estimate(0, Sized.SMALL);
    }

    private Estimate of(CelExpr expr) {
        return switch (expr.getKind()) {
            case CONSTANT -> new Estimate(0, constant(expr.constant()));
            case IDENT -> new Estimate(1, variables.getOrDefault(expr.ident().name(), Sized.SMALL));
            case SELECT -> select(expr);
            case CALL -> call(expr);
            case LIST -> {
                var cost = 10.0;
                var element = Sized.SMALL;
                for (var part : expr.list().elements()) {
                    var each = of(part);
                    cost += each.cost;
                    element = element.larger(each.value);
                }
                yield new Estimate(cost, Sized.listOf(expr.list().elements().size(), element));
            }
            case MAP, STRUCT -> {
                var cost = expr.getKind() == CelExpr.ExprKind.Kind.MAP ? 30.0 : 40.0;
                var parts = Parts.of(expr);
                for (var part : parts) cost += of(part).cost;
                yield new Estimate(cost, Sized.of(parts.size()));
            }
            case COMPREHENSION -> loop(expr);
            case NOT_SET -> Estimate.FREE;
        };
    }

    private static Sized constant(CelConstant constant) {
        return constant.getKind() == CelConstant.Kind.STRING_VALUE
                ? Sized.of(constant.stringValue().length())
                : Sized.SMALL;
    }

    private Estimate select(CelExpr expr) {
        var operand = of(expr.select().operand());
        return expr.select().testOnly()
                ? new Estimate(operand.cost, Sized.SMALL)
                : new Estimate(
                        operand.cost + 1, operand.value.member(expr.select().field()));
    }

    private Estimate loop(CelExpr expr) {
        var loop = expr.comprehension();
        var range = of(loop.iterRange());
        var start = of(loop.accuInit());
        var before = new HashMap<>(variables);
        if (loop.iterVar2().isEmpty()) variables.put(loop.iterVar(), range.value.looped());
        else {
            variables.put(loop.iterVar(), Sized.SMALL);
            variables.put(loop.iterVar2(), range.value.entry());
        }
        var makesList = loop.accuInit().getKind() == CelExpr.ExprKind.Kind.LIST;
        variables.put(loop.accuVar(), start.value);
        var condition = of(loop.loopCondition());
        var step = of(loop.loopStep());
        // A loop that makes a list adds an entry in each round.
        variables.put(
                loop.accuVar(),
                makesList ? Sized.listOf(range.value.size(), step.value.entry()) : start.value.larger(step.value));
        var result = of(loop.result());
        variables.clear();
        variables.putAll(before);
        var rounds = range.value.size() * (condition.cost + step.cost);
        return new Estimate(range.cost + start.cost + rounds + result.cost, result.value);
    }

    private Estimate call(CelExpr expr) {
        var parts = new ArrayList<Estimate>();
        for (var part : Parts.of(expr)) parts.add(of(part));
        var sum = 0.0;
        for (var part : parts) sum += part.cost;
        var function = expr.call().function();
        return switch (function) {
            case "_&&_", "_||_" -> new Estimate(sum, Sized.SMALL);
            case "_?_:_" ->
                new Estimate(
                        parts.getFirst().cost + Math.max(parts.get(1).cost, parts.get(2).cost),
                        parts.get(1).value.larger(parts.get(2).value));
            case "lists.range" -> {
                var end = end(expr.call().args().getFirst());
                yield new Estimate(sum + 1 + end, Sized.listOf(end, Sized.SMALL));
            }
            default -> new Estimate(sum + 1 + made(function, parts), value(function, parts));
        };
    }

    /** How far a range goes; one that is computed goes as far as an evaluation can pay for. */
    private static double end(CelExpr argument) {
        return argument.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                        && argument.constant().getKind() == CelConstant.Kind.INT64_VALUE
                ? Math.max(0, argument.constant().int64Value())
                : CostBudget.PER_CALL;
    }

    private static double size(List<Estimate> parts, int at) {
        return parts.size() > at ? parts.get(at).value.size() : 0;
    }

    /** What the call itself costs. */
    private static double made(String function, List<Estimate> parts) {
        var one = size(parts, 0);
        var other = size(parts, 1);
        return switch (function) {
            case "matches", "find", "findAll" -> (one + 1) / 10 * Math.max(1, other / 4);
            case "contains", "indexOf", "lastIndexOf" -> Math.ceil(one / 10) * Math.ceil(other / 10);
            case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" -> Math.floor(Math.min(one, other) / 10);
            case "_+_" -> parts.getFirst().value.element() == null ? (one + other) / 10 : 0;
            case "@in" -> other;
            case "sets.contains", "sets.equivalent", "sets.intersects" -> one * other;
            case "startsWith", "endsWith" -> other / 10;
            case "isSorted", "sum", "min", "max", "includes", "distinct", "flatten", "slice" -> one;
            case "sort", "lists.@sortByKeys" -> one * Math.max(1, Math.log(Math.max(1, one)) / Math.log(2));
            case "size",
                    "!_",
                    "-_",
                    "@not_strictly_false",
                    "_[_]",
                    "has",
                    "type",
                    "int",
                    "double",
                    "duration",
                    "timestamp" -> 0;
            default -> one / 10;
        };
    }

    private static Sized value(String function, List<Estimate> parts) {
        var first = parts.isEmpty() ? Sized.SMALL : parts.getFirst().value;
        return switch (function) {
            case "_[_]", "_[?_]", "min", "max", "sum" -> first.entry();
            case "_+_" -> {
                var other = parts.getLast().value;
                var element = other.element() == null ? first.element() : other.element();
                yield new Sized(first.size() + other.size(), null, element);
            }
            case "split", "findAll" -> Sized.listOf(first.size(), Sized.of(first.size()));
            case "join" -> Sized.of(first.size() * (first.entry().size() + size(parts, 1)));
            case "replace" -> Sized.of(first.size() * Math.max(1, size(parts, 2)));
            case "lowerAscii",
                    "upperAscii",
                    "trim",
                    "substring",
                    "find",
                    "charAt",
                    "reverse",
                    "distinct",
                    "slice",
                    "sort",
                    "lists.@sortByKeys",
                    "orValue",
                    "value",
                    "quantity" -> first;
            case "string" -> Sized.of(Math.max(20, first.size()));
            case "format" ->
                Sized.of(first.size()
                        + size(parts, 1) * parts.get(1).value.entry().size());
            default -> Sized.SMALL;
        };
    }
}
