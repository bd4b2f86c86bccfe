package dev.plimsoll.kinds.expressions.functions;

import static dev.plimsoll.kinds.expressions.functions.Parameter.INT;
import static dev.plimsoll.kinds.expressions.functions.Parameter.TEXT;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.math.BigDecimal;

/** Amounts such as {@code 500m} and {@code 1Gi}. */
final class QuantityFunctions {
    private static final OpaqueType TYPE = OpaqueType.create("kubernetes.Quantity");
    private static final Parameter QUANTITY = new Parameter(TYPE, Quantity.class);

    private QuantityFunctions() {}

    static void addTo(FunctionLibrary library) {
        library.global("isQuantity", SimpleType.BOOL, given -> isQuantity((String) given[0]), TEXT)
                .global("quantity", TYPE, given -> parsed((String) given[0]), TEXT)
                .member("compareTo", SimpleType.INT, given -> (long) compared(given), QUANTITY, QUANTITY)
                .member("isLessThan", SimpleType.BOOL, given -> compared(given) < 0, QUANTITY, QUANTITY)
                .member("isGreaterThan", SimpleType.BOOL, given -> compared(given) > 0, QUANTITY, QUANTITY)
                .member("sign", SimpleType.INT, given -> (long) of(given[0]).sign(), QUANTITY)
                .member("add", TYPE, given -> of(given[0]).plus(of(given[1])), QUANTITY, QUANTITY)
                .member("add", TYPE, given -> of(given[0]).plus(whole(given[1])), QUANTITY, INT)
                .member("sub", TYPE, given -> of(given[0]).minus(of(given[1])), QUANTITY, QUANTITY)
                .member("sub", TYPE, given -> of(given[0]).minus(whole(given[1])), QUANTITY, INT)
                .member("isInteger", SimpleType.BOOL, given -> isLong(of(given[0])), QUANTITY)
                .member("asInteger", SimpleType.INT, given -> integer(of(given[0])), QUANTITY)
                .member(
                        "asApproximateFloat",
                        SimpleType.DOUBLE,
                        given -> of(given[0]).toBigDecimal().doubleValue(),
                        QUANTITY);
    }

    private static Quantity of(Object value) {
        return (Quantity) value;
    }

    private static int compared(Object[] given) {
        return Integer.signum(of(given[0]).compareTo(of(given[1])));
    }

    private static Quantity whole(Object value) {
        return Quantity.of((Long) value, QuantityFormat.DECIMAL_SI);
    }

    private static boolean isQuantity(String text) {
        return Quantity.parse(text) instanceof ParsedQuantity.Parsed;
    }

    private static Quantity parsed(String text) {
        return switch (Quantity.parse(text)) {
            case ParsedQuantity.Parsed(var quantity) -> quantity;
            case ParsedQuantity.Malformed(var why) -> throw new IllegalArgumentException(why);
        };
    }

    private static boolean isLong(Quantity quantity) {
        var number = quantity.toBigDecimal();
        return quantity.isInteger()
                && number.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) >= 0
                && number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
    }

    private static long integer(Quantity quantity) {
        if (!isLong(quantity)) throw new IllegalArgumentException("cannot convert value to integer");
        return quantity.toBigDecimal().longValueExact();
    }
}
