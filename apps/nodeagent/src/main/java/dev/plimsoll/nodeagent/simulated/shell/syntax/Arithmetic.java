package dev.plimsoll.nodeagent.simulated.shell.syntax;

import java.util.List;
import java.util.Map;

/** {@code $((...))}: whole numbers, variables, parentheses, and the operators that counting and comparing need. */
public final class Arithmetic {
    /** From those that bind least to those that bind most. */
    private static final List<List<String>> LEVELS = List.of(
            List.of("||"),
            List.of("&&"),
            List.of("==", "!="),
            List.of("<=", ">=", "<", ">"),
            List.of("+", "-"),
            List.of("*", "/", "%"));

    private final String text;
    private final Map<String, String> variables;
    private int position;

    private Arithmetic(String text, Map<String, String> variables) {
        this.text = text;
        this.variables = variables;
    }

    /** 0 for what is no expression: scripts of pods are not checked here, they are run. */
    public static long value(String text, Map<String, String> variables) {
        var expression = new Arithmetic(text, variables);
        var value = expression.level(0);
        expression.skip();
        return expression.position < text.length() ? 0 : value;
    }

    private void skip() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) position++;
    }

    private String operator(int level) {
        skip();
        for (var operator : LEVELS.get(level)) if (text.startsWith(operator, position)) return operator;
        return "";
    }

    private long level(int level) {
        if (level == LEVELS.size()) return operand();
        var value = level(level + 1);
        for (var operator = operator(level); !operator.isEmpty(); operator = operator(level)) {
            position += operator.length();
            value = applied(operator, value, level(level + 1));
        }
        return value;
    }

    private static long applied(String operator, long left, long right) {
        return switch (operator) {
            case "||" -> left != 0 || right != 0 ? 1 : 0;
            case "&&" -> left != 0 && right != 0 ? 1 : 0;
            case "==" -> left == right ? 1 : 0;
            case "!=" -> left != right ? 1 : 0;
            case "<=" -> left <= right ? 1 : 0;
            case ">=" -> left >= right ? 1 : 0;
            case "<" -> left < right ? 1 : 0;
            case ">" -> left > right ? 1 : 0;
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            case "/" -> right == 0 ? 0 : left / right;
            case "%" -> right == 0 ? 0 : left % right;
            default -> throw new IllegalStateException("an operator of ours: " + operator);
        };
    }

    private long operand() {
        skip();
        if (position >= text.length()) return 0;
        var c = text.charAt(position);
        if (c == '-' || c == '!' || c == '+') {
            position++;
            var value = operand();
            return c == '-' ? -value : c == '!' ? (value == 0 ? 1 : 0) : value;
        }
        if (c == '(') {
            position++;
            var value = level(0);
            skip();
            if (position < text.length() && text.charAt(position) == ')') position++;
            return value;
        }
        var start = position;
        while (position < text.length()
                && (Character.isLetterOrDigit(text.charAt(position)) || text.charAt(position) == '_')) position++;
        var word = text.substring(start, position);
        return number(Character.isDigit(c) ? word : variables.getOrDefault(word, "0"));
    }

    private static long number(String word) {
        try {
            return Long.parseLong(word.strip());
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
