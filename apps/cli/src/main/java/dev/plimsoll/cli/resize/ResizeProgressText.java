package dev.plimsoll.cli.resize;

import dev.plimsoll.cli.text.Paint;
import dev.plimsoll.core.quantity.Quantity;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Writes one line for each change of a resize. */
final class ResizeProgressText {
    private final PrintWriter out;
    private final Paint paint;
    private @Nullable ResizeProgress last;

    ResizeProgressText(PrintWriter out, Paint paint) {
        this.out = out;
        this.paint = paint;
    }

    void show(ResizeProgress stand) {
        if (stand.equals(last)) return;
        last = stand;
        var line = new StringBuilder(word(stand.phase()));
        for (var amount : stand.amounts()) {
            line.append("  ").append(paint.bold(amount.name())).append(' ');
            line.append(amount.desired());
            if (amount.isSettled()) continue;
            line.append(paint.faint(" (allocated " + shown(amount.allocatedOrNull()) + ", actual "
                    + shown(amount.actualOrNull()) + ")"));
        }
        out.println(line);
        if (!stand.reason().isEmpty()) out.println("  " + stand.reason());
        out.flush();
    }

    private static String shown(@Nullable Quantity amount) {
        return amount == null ? "-" : amount.toString();
    }

    private String word(ResizeProgress.Phase phase) {
        return switch (phase) {
            case ASKED -> paint.note("asked      ");
            case IN_PROGRESS -> paint.note("in progress");
            case FAILING -> paint.bad("failing    ");
            case DEFERRED -> paint.bad("deferred   ");
            case INFEASIBLE -> paint.bad("infeasible ");
            case DONE -> paint.good("done       ");
        };
    }
}
