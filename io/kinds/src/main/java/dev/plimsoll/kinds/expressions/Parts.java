package dev.plimsoll.kinds.expressions;

import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.List;

/** The expressions directly inside an expression. */
final class Parts {
    private Parts() {}

    static List<CelExpr> of(CelExpr expr) {
        return switch (expr.getKind()) {
            case SELECT -> List.of(expr.select().operand());
            case CALL -> {
                var parts = new ArrayList<CelExpr>();
                expr.call().target().ifPresent(parts::add);
                parts.addAll(expr.call().args());
                yield parts;
            }
            case LIST -> List.copyOf(expr.list().elements());
            case MAP -> {
                var parts = new ArrayList<CelExpr>();
                for (var entry : expr.map().entries()) {
                    parts.add(entry.key());
                    parts.add(entry.value());
                }
                yield parts;
            }
            case STRUCT -> {
                var parts = new ArrayList<CelExpr>();
                for (var entry : expr.struct().entries()) parts.add(entry.value());
                yield parts;
            }
            case COMPREHENSION -> {
                var loop = expr.comprehension();
                yield List.of(loop.iterRange(), loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result());
            }
            case NOT_SET, CONSTANT, IDENT -> List.of();
        };
    }
}
