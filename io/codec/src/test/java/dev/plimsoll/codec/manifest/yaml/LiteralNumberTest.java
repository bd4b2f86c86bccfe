package dev.plimsoll.codec.manifest.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.DecimalNode;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class LiteralNumberTest {
    private final LiteralNumber number = new LiteralNumber("1e3");

    @Test
    void itsTextIsWhatWasWritten() {
        assertEquals("1e3", number.asText());
    }

    @Test
    void itsValueIsExact() {
        assertEquals(0, number.decimalValue().compareTo(new BigDecimal("1000")));
        assertEquals(1_000, number.intValue());
    }

    @Test
    void itEqualsAnotherNumberOfItsValue() {
        assertEquals(DecimalNode.valueOf(new BigDecimal("1e3")), number);
        assertEquals(number, DecimalNode.valueOf(new BigDecimal("1e3")));
    }

    @Test
    void itsJsonIsANumberOfItsValue() {
        assertEquals("1E+3", number.toString());
    }
}
