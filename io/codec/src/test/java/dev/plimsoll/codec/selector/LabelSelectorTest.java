package dev.plimsoll.codec.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.trees.RandomTrees;
import dev.plimsoll.codec.trees.Trees;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What label selectors select, and how wrong ones are refused. */
class LabelSelectorTest {
    private static LabelSelector selector(String text) {
        return switch (LabelSelector.parse(text)) {
            case ParsedSelector.Parsed<LabelSelector>(var selector) -> selector;
            case ParsedSelector.Malformed<LabelSelector>(var message) -> throw new AssertionError(message);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x=a", "x!=a", "x in (a,b)", "x notin (a,b)", "x", "!x", "n>5", "n<5", "x=a,y in (b,c),!z"})
    void aSelectorIsWrittenAsItIsRead(String text) {
        assertThat(selector(text).text()).isEqualTo(text);
    }

    @ParameterizedTest(name = "{0} selects x=a,n=5: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            x=a          | true
            x==a         | true
            x = a        | true
            x=b          | false
            x!=a         | false
            x!=b         | true
            y!=b         | true
            x in (a,b)   | true
            x in (b)     | false
            y in (a)     | false
            x notin (a)  | false
            x notin (b)  | true
            y notin (a)  | true
            x            | true
            y            | false
            !x           | false
            !y           | true
            ! y          | true
            n>4          | true
            n>5          | false
            n<6          | true
            x>4          | false
            x=a,n=5      | true
            x=a,n=6      | false
            y=           | false
            in           | false
            x in (,a)    | true
            x,!y,n in (5,6),x!=c | true
            """)
    void selects(String text, boolean expected) {
        var object = Trees.object("{metadata:{labels:{x:'a',n:'5'}}}");
        assertThat(selector(text).matches(object)).isEqualTo(expected);
    }

    @Test
    void nothingSelectsEverything() {
        assertThat(selector("").matches(Trees.object("{}"))).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a===b     | unable to parse requirement: found '=', expected: identifier
            =a        | found '=', expected: !, identifier, or 'end of string'
            a b       | unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt
            a=b c     | found 'c', expected: ',' or 'end of string'
            a=b,      | found '', expected: identifier after ','
            a,,b      | found ',', expected: identifier after ','
            !         | unable to parse requirement: found '', expected: identifier
            a in b    | unable to parse requirement: found 'b' expected: '('
            a in (b   | unable to parse requirement: found '', expected: ',' or ')'
            a in (b c)| unable to parse requirement: found 'c', expected: ',' or ')'
            a in (=)  | unable to parse requirement: found '=', expected: ',', ')' or identifier
            a in ()   | unable to parse requirement: values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty
            a>x       | unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer
            """)
    void refuses(String text, String message) {
        assertThat(LabelSelector.parse(text)).isEqualTo(new ParsedSelector.Malformed<LabelSelector>(message));
    }

    @Test
    void keysAndValuesAreChecked() {
        assertThat(LabelSelector.parse("-a=b").toString())
                .contains("unable to parse requirement: key: Invalid value: \"-a\": name part must consist of");
        assertThat(LabelSelector.parse("a=-b").toString())
                .contains("unable to parse requirement: values[0][a]: Invalid value: \"-b\": a valid label must be");
    }

    @Test
    void parsedSelectorsDoWhatTheirPartsSay() {
        var trees = new RandomTrees(31);
        var keys = List.of("a", "b", "c");
        var values = List.of("1", "2", "x");
        for (var i = 0; i < 5_000; i++) {
            var texts = new ArrayList<String>();
            var parts = new ArrayList<Predicate<Map<String, String>>>();
            for (var n = trees.random().nextInt(4); n > 0; n--) {
                var key = trees.oneOf(keys);
                var one = trees.oneOf(values);
                var two = trees.oneOf(values);
                switch (trees.random().nextInt(6)) {
                    case 0 -> add(texts, parts, key + "=" + one, labels -> one.equals(labels.get(key)));
                    case 1 -> add(texts, parts, key + " != " + one, labels -> !one.equals(labels.get(key)));
                    case 2 -> add(texts, parts, key, labels -> labels.containsKey(key));
                    case 3 -> add(texts, parts, "!" + key, labels -> !labels.containsKey(key));
                    case 4 ->
                        add(
                                texts,
                                parts,
                                key + " in (" + one + "," + two + ")",
                                labels -> one.equals(labels.get(key)) || two.equals(labels.get(key)));
                    default ->
                        add(
                                texts,
                                parts,
                                key + " notin (" + one + ", " + two + ")",
                                labels -> !one.equals(labels.get(key)) && !two.equals(labels.get(key)));
                }
            }
            var labels = new HashMap<String, String>();
            for (var n = trees.random().nextInt(4); n > 0; n--) labels.put(trees.oneOf(keys), trees.oneOf(values));
            assertThat(selector(String.join(",", texts)).matches(labels))
                    .as("%s of %s", texts, labels)
                    .isEqualTo(parts.stream().allMatch(part -> part.test(labels)));
        }
    }

    private static void add(
            List<String> texts,
            List<Predicate<Map<String, String>>> parts,
            String text,
            Predicate<Map<String, String>> p) {
        texts.add(text);
        parts.add(p);
    }

    @Test
    void anyTextIsASelectorOrRefused() {
        var trees = new RandomTrees(32);
        var pieces =
                List.of("a", "b", "in", "notin", "(", ")", ",", "=", "==", "!=", "!", ">", "<", " ", "1", "é", "\0");
        for (var i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (var n = trees.random().nextInt(10); n > 0; n--) text.append(trees.oneOf(pieces));
            var parsed = LabelSelector.parse(text.toString());
            if (parsed instanceof ParsedSelector.Parsed<LabelSelector>(var selector)) {
                assertThat(selector.matches(trees.object(3))).isIn(true, false);
            }
        }
    }
}
