package dev.plimsoll.codec.manifest.yaml;

import com.fasterxml.jackson.databind.node.DecimalNode;
import java.math.BigDecimal;

/**
 * A number with a fraction or an exponent that remembers how it was written.
 *
 * <p>A quantity may be a bare number, and then its digits matter: {@code 1e3} and {@code 1000} are equal but print
 * differently. {@link #asText} gives the number as written, {@link #decimalValue} its exact value; it equals any other
 * {@link DecimalNode} of that value. Written out as JSON it is that value ({@code 1E+3}), which Jackson decides.
 */
@SuppressWarnings("serial") // a tree node is written as JSON, never as a Java object
final class LiteralNumber extends DecimalNode {
    private final String literal;

    /** @param literal a number in the grammar of JSON, with an exponent that a double can hold */
    LiteralNumber(String literal) {
        super(new BigDecimal(literal));
        this.literal = literal;
    }

    @Override
    public String asText() {
        return literal;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
