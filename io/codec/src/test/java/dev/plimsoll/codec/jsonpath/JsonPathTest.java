package dev.plimsoll.codec.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.trees.Trees;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {
    private static final String DOCUMENT = "{'spec':{'a':'x','n':3,'a.b':'dot'},'l':[{'t':'A','v':1},{'t':'B','v':2}]}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                ".spec.a | \"x\"",
                "spec.n | 3",
                "{.spec.a} | \"x\"",
                "$.spec.a | \"x\"",
                ".spec['a'] | \"x\"",
                ".spec.a\\.b | \"dot\"",
                ".spec['a.b'] | \"dot\"",
                ".l[1].v | 2",
                ".l[-1].t | \"B\"",
                ".l[*].v | 1",
                ".l[?(@.t==\"B\")].v | 2",
                ".l[?(@.t=='B')].v | 2",
                ".l[?(@.t != 'A')].v | 2",
                ".l[?(@.v==2)].t | \"B\"",
                ".l[7].v | ~~",
                ".nothing.here | ~~"
            })
    void leadsTo(String path, String expected) {
        var found = JsonPath.parse(path).orElseThrow().first(Trees.object(DOCUMENT));
        assertThat(found.isMissingNode() ? "" : found.toString()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a..b", ".a[", ".a[x]", "..a"})
    void isNoPath(String text) {
        assertThat(JsonPath.parse(text)).isEmpty();
    }
}
