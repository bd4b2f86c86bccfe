package dev.plimsoll.core.validation.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The scans accept what the expressions in their own messages accept. */
class SyntaxPropertyTest {
    private static final long SEED = 1123;
    private static final int TEXTS = 20_000;
    private static final String ALPHABET = "aaaz09AZ--..__ /=\n~\u00e9";
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

    @Test
    void labelsAreWhatTheExpressionSays() {
        compare(LABEL, DnsSyntax::label);
    }

    @Test
    void subdomainsAreWhatTheExpressionSays() {
        compare(LABEL + "(\\." + LABEL + ")*", DnsSyntax::subdomain);
    }

    @Test
    void labelsOfRfc1035AreWhatTheExpressionSays() {
        compare("[a-z]([-a-z0-9]*[a-z0-9])?", DnsSyntax::label1035);
    }

    @Test
    void qualifiedNamesAreWhatTheExpressionSays() {
        compare("(" + LABEL + "(\\." + LABEL + ")*/)?" + NAME, LabelSyntax::qualifiedName);
    }

    @Test
    void labelValuesAreWhatTheExpressionSays() {
        compare("(" + NAME + ")?", LabelSyntax::labelValue);
    }

    @Test
    void portNamesAreLabelsWithALetterAndWithoutTwoHyphens() {
        compare("(?=.*[a-z])(?!.*--)" + LABEL, PortSyntax::name);
    }

    @Test
    void variableNamesAreWhatTheExpressionSays() {
        compare("[ -<>-~]+", VariableSyntax::environmentName);
    }

    @Test
    void identifiersAreWhatTheExpressionSays() {
        compare("[A-Za-z_][A-Za-z0-9_]*", VariableSyntax::cIdentifier);
    }

    private static void compare(String expression, Function<String, List<String>> check) {
        var pattern = Pattern.compile(expression);
        var random = new Random(SEED);
        for (var i = 0; i < TEXTS; i++) {
            var text = text(random);
            assertThat(check.apply(text).isEmpty())
                    .as("text %d: %s", i, text)
                    .isEqualTo(pattern.matcher(text).matches());
        }
    }

    /** Short enough for no length to matter. */
    private static String text(Random random) {
        var text = new StringBuilder();
        var letters = random.nextBoolean() ? ALPHABET.length() : 10;
        for (var i = random.nextInt(8); i > 0; i--) text.append(ALPHABET.charAt(random.nextInt(letters)));
        return text.toString();
    }
}
