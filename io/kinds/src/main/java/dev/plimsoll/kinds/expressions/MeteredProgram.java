package dev.plimsoll.kinds.expressions;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.ErrorValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelEvaluationListener;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelVariableResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An expression that pays for each of its steps. The language tells of every value once it is there: a call is paid for when the
 * last of its arguments is, which is before it is made.
 *
 * @param calls calls by the last of their arguments that is evaluated
 * @param arguments the target and the arguments of a call, by the call
 */
record MeteredProgram(CelRuntime.Program program, Map<Long, CelExpr> calls, Map<Long, List<Long>> arguments) {
    MeteredProgram {
        calls = Map.copyOf(calls);
        arguments = Map.copyOf(arguments);
    }

    static MeteredProgram of(CelRuntime.Program program, CelExpr root) {
        var calls = new HashMap<Long, CelExpr>();
        var arguments = new HashMap<Long, List<Long>>();
        collect(root, calls, arguments);
        return new MeteredProgram(program, calls, arguments);
    }

    private static void collect(CelExpr expr, Map<Long, CelExpr> calls, Map<Long, List<Long>> arguments) {
        if (expr.getKind() == CelExpr.ExprKind.Kind.CALL && !isLazy(expr.call().function())) {
            var ids = new ArrayList<Long>();
            expr.call().target().ifPresent(target -> ids.add(target.id()));
            for (var argument : expr.call().args()) ids.add(argument.id());
            if (!ids.isEmpty()) {
                calls.put(ids.getLast(), expr);
                arguments.put(expr.id(), List.copyOf(ids));
            }
        }
        for (var part : Parts.of(expr)) collect(part, calls, arguments);
    }

    /** Not all arguments of these are evaluated, and what they do with them costs nothing. */
    private static boolean isLazy(String function) {
        return switch (function) {
            case "_&&_", "_||_", "_?_:_", "!_", "-_", "@not_strictly_false", "_[_]", "or", "orValue" -> true;
            default -> false;
        };
    }

    Object eval(Map<String, ?> variables, CostBudget budget) throws CelEvaluationException {
        return eval(name -> Optional.ofNullable(variables.get(name)), budget);
    }

    Object eval(CelVariableResolver variables, CostBudget budget) throws CelEvaluationException {
        return program.trace(variables, new Meter(budget.call()));
    }

    /** One evaluation. */
    private final class Meter implements CelEvaluationListener {
        private static final int LIST = 10;
        private static final int MAP = 30;
        private static final int STRUCT = 40;
        /** An error that a logical operator keeps for later is an exception with its stack. */
        private static final int ERROR = 200;

        private final CostBudget.Call budget;
        private final CallCost costs;
        private final Map<Long, Object> values = new HashMap<>();

        Meter(CostBudget.Call budget) {
            this.budget = budget;
            this.costs = new CallCost(budget);
        }

        @Override
        public void callback(CelExpr expr, Object value) {
            budget.spend(
                    switch (expr.getKind()) {
                        case CONSTANT -> 0;
                        case LIST -> LIST;
                        case MAP -> MAP;
                        case STRUCT -> STRUCT;
                        default -> 1;
                    });
            if (value instanceof ErrorValue && expr.getKind() == CelExpr.ExprKind.Kind.CALL) budget.spend(ERROR);
            values.put(expr.id(), value);
            var call = calls.get(expr.id());
            if (call == null) return;
            var given = new ArrayList<Object>();
            for (var id : arguments.getOrDefault(call.id(), List.of())) given.add(values.getOrDefault(id, ""));
            costs.spend(call.call().function(), given);
        }
    }
}
