package dev.plimsoll.codec.manifest.yaml;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.plimsoll.codec.manifest.problem.ProblemText;

/**
 * The meaning of a text without quotes, as kubectl reads it: YAML 1.1 words, numbers of either YAML version, else text.
 *
 * <p>Dates stay texts.
 */
final class PlainScalar {
    private PlainScalar() {}

    static Scalar resolve(String text) {
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> new Scalar.Value(NullNode.instance);
            case "true", "True", "TRUE", "y", "Y", "yes", "Yes", "YES", "on", "On", "ON" ->
                new Scalar.Value(BooleanNode.TRUE);
            case "false", "False", "FALSE", "n", "N", "no", "No", "NO", "off", "Off", "OFF" ->
                new Scalar.Value(BooleanNode.FALSE);
            case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF", ".nan", ".NaN", ".NAN" ->
                new Scalar.Unusable(ProblemText.notFinite(text));
            default -> numberOrText(text);
        };
    }

    private static Scalar numberOrText(String text) {
        var number = PlainNumber.read(text);
        return new Scalar.Value(number == null ? TextNode.valueOf(text) : number);
    }
}
