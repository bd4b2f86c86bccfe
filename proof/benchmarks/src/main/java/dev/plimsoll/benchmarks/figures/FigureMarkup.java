package dev.plimsoll.benchmarks.figures;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Figures in drawings and tables. */
final class FigureMarkup {
    private FigureMarkup() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Two digits, or all before the point. */
    static String number(double value) {
        if (value >= 100) return String.format(Locale.ROOT, "%,.0f", value);
        return new BigDecimal(value)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString();
    }
}
