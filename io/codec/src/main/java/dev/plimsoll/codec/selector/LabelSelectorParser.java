package dev.plimsoll.codec.selector;

import dev.plimsoll.codec.selector.LabelRequirement.Operator;
import dev.plimsoll.codec.selector.Token.Kind;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads a label selector: requirements separated by commas, each {@code key}, {@code !key}, {@code key OP value} or
 * {@code key in (values)}. The first problem ends the reading; the methods then only run out of tokens.
 */
final class LabelSelectorParser {
    private static final String BINARY_OPERATORS = "in, notin, =, ==, !=, gt, lt";

    private final List<Token> tokens;
    private int next;
    private @Nullable String problem;

    LabelSelectorParser(String text) {
        this.tokens = Token.all(text);
    }

    ParsedSelector<LabelSelector> parse() {
        var requirements = new ArrayList<LabelRequirement>();
        while (problem == null && peek().kind() != Kind.END) {
            if (!startsRequirement(peek())) {
                fail("found '" + peek().text() + "', expected: !, identifier, or 'end of string'");
                break;
            }
            var requirement = requirement();
            if (problem != null) {
                problem = "unable to parse requirement: " + problem;
                break;
            }
            requirements.add(requirement);
            separator();
        }
        return problem == null
                ? new ParsedSelector.Parsed<>(new LabelSelector(requirements))
                : new ParsedSelector.Malformed<>(problem);
    }

    private void separator() {
        var token = take();
        if (token.kind() == Kind.END) return;
        if (token.kind() != Kind.COMMA) fail("found '" + token.text() + "', expected: ',' or 'end of string'");
        else if (!startsRequirement(peek())) fail("found '" + peek().text() + "', expected: identifier after ','");
    }

    private static boolean startsRequirement(Token token) {
        return isIdentifier(token) || token.kind() == Kind.NOT;
    }

    private LabelRequirement requirement() {
        var negated = peek().kind() == Kind.NOT;
        if (negated) take();
        var key = take();
        if (!isIdentifier(key)) fail("found '" + key.text() + "', expected: identifier");
        else checkKey(key.text());
        if (negated) return new LabelRequirement(key.text(), Operator.DOES_NOT_EXIST, new TreeSet<>());
        if (peek().kind() == Kind.END || peek().kind() == Kind.COMMA) {
            return new LabelRequirement(key.text(), Operator.EXISTS, new TreeSet<>());
        }
        var operator = take();
        var requirement = switch (operator.kind()) {
            case IN -> new LabelRequirement(key.text(), Operator.IN, values());
            case NOT_IN -> new LabelRequirement(key.text(), Operator.NOT_IN, values());
            case EQUALS, DOUBLE_EQUALS -> new LabelRequirement(key.text(), Operator.IN, value());
            case NOT_EQUALS -> new LabelRequirement(key.text(), Operator.NOT_IN, value());
            case GREATER -> new LabelRequirement(key.text(), Operator.GREATER_THAN, value());
            case LESS -> new LabelRequirement(key.text(), Operator.LESS_THAN, value());
            case IDENTIFIER, COMMA, OPEN, CLOSE, NOT, END -> {
                fail("found '" + operator.text() + "', expected: " + BINARY_OPERATORS);
                yield new LabelRequirement(key.text(), Operator.EXISTS, new TreeSet<>());
            }
        };
        checkValues(requirement);
        return requirement;
    }

    private SortedSet<String> value() {
        var value = new TreeSet<String>();
        if (peek().kind() == Kind.END || peek().kind() == Kind.COMMA) {
            value.add("");
            return value;
        }
        var token = take();
        if (!isIdentifier(token)) fail("found '" + token.text() + "', expected: identifier");
        value.add(token.text());
        return value;
    }

    private SortedSet<String> values() {
        var values = new TreeSet<String>();
        var open = take();
        if (open.kind() != Kind.OPEN) {
            fail("found '" + open.text() + "' expected: '('");
            return values;
        }
        if (peek().kind() == Kind.CLOSE) {
            take();
            return values;
        }
        if (!isIdentifier(peek()) && peek().kind() != Kind.COMMA) {
            fail("found '" + peek().text() + "', expected: ',', ')' or identifier");
            return values;
        }
        // Nothing between two commas, or between one and a parenthesis, is an empty value.
        while (true) {
            values.add(isIdentifier(peek()) ? take().text() : "");
            var after = take();
            if (after.kind() == Kind.CLOSE) return values;
            if (after.kind() != Kind.COMMA) {
                fail("found '" + after.text() + "', expected: ',' or ')'");
                return values;
            }
        }
    }

    private void checkKey(String key) {
        var messages = LabelSyntax.qualifiedName(key);
        if (!messages.isEmpty()) fail("key: Invalid value: \"" + key + "\": " + String.join("; ", messages));
    }

    private void checkValues(LabelRequirement requirement) {
        var values = requirement.values();
        switch (requirement.operator()) {
            case IN, NOT_IN -> {
                if (values.isEmpty()) {
                    fail("values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty");
                }
            }
            case GREATER_THAN, LESS_THAN -> {
                if (values.isEmpty() || !LabelRequirement.isInteger(values.first())) {
                    fail("values[0]: Invalid value: \"" + (values.isEmpty() ? "" : values.first())
                            + "\": for 'Gt', 'Lt' operators, the value must be an integer");
                }
            }
            case EXISTS, DOES_NOT_EXIST -> {}
        }
        var index = 0;
        for (var value : values) {
            var messages = LabelSyntax.labelValue(value);
            if (!messages.isEmpty()) {
                fail("values[" + index + "][" + requirement.key() + "]: Invalid value: \"" + value + "\": "
                        + String.join("; ", messages));
            }
            index++;
        }
    }

    /** The words in and notin are operators only where one is expected. */
    private static boolean isIdentifier(Token token) {
        return token.kind() == Kind.IDENTIFIER || token.kind() == Kind.IN || token.kind() == Kind.NOT_IN;
    }

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        var token = tokens.get(next);
        if (next < tokens.size() - 1) next++;
        return token;
    }

    private void fail(String message) {
        if (problem == null) problem = message;
    }
}
