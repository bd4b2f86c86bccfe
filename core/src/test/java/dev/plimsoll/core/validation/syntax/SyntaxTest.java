package dev.plimsoll.core.validation.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows that pod rules do not reach; the others are rows of those rules. */
class SyntaxTest {
    record Row(String sentence, List<String> actual, List<String> expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    private static final String NOT_1035 =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                    + " character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for"
                    + " validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
    private static final String NOT_A_NAME =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
                    + " character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is"
                    + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String NOT_A_SUBDOMAIN =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'example.com', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String NOT_AN_IDENTIFIER =
            "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric"
                    + " characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is"
                    + " '[A-Za-z_][A-Za-z0-9_]*')";

    static Stream<Row> rows() {
        return Stream.of(
                row("a label of RFC 1123 may start with a digit", DnsSyntax.label("1-a")),
                row("a label may have 63 bytes", DnsSyntax.label("a".repeat(63))),
                row(
                        "a label has at most 63 bytes, whatever else is wrong",
                        DnsSyntax.label("a".repeat(40) + "." + "a".repeat(40)),
                        "must be no more than 63 characters",
                        "must not contain dots"),
                row("a label of RFC 1035 starts with a letter", DnsSyntax.label1035("1-a"), NOT_1035),
                row("a label of RFC 1035 is not empty", DnsSyntax.label1035(""), NOT_1035),
                row("a label of RFC 1035 has no dots", DnsSyntax.label1035("a.b"), NOT_1035),
                row("a letter, a dash and a digit are a label of RFC 1035", DnsSyntax.label1035("a-1")),
                row("a subdomain has no empty label", DnsSyntax.subdomain("a..b"), NOT_A_SUBDOMAIN),
                row("no label of a subdomain ends in a dash", DnsSyntax.subdomain("a-.b"), NOT_A_SUBDOMAIN),
                row("a label within a subdomain may be long", DnsSyntax.subdomain("a".repeat(200) + ".b")),
                row(
                        "bytes are counted, not characters",
                        LabelSyntax.labelValue("é".repeat(32)),
                        "must be no more than 63 bytes",
                        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and"
                                + " must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value', "
                                + " or '12345', regex used for validation is"
                                + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"),
                row("a qualified name may have a prefix", LabelSyntax.qualifiedName("example.com/My_name.1")),
                row("a qualified name may have no prefix", LabelSyntax.qualifiedName("cpu")),
                row(
                        "a prefix is a DNS subdomain",
                        LabelSyntax.qualifiedName("Example.com/a"),
                        "prefix part " + NOT_A_SUBDOMAIN),
                row("a prefix is not empty", LabelSyntax.qualifiedName("/a"), "prefix part must be non-empty"),
                row(
                        "the name after a prefix is not empty",
                        LabelSyntax.qualifiedName("example.com/"),
                        "name part must be non-empty",
                        "name part " + NOT_A_NAME),
                row(
                        "both parts are judged",
                        LabelSyntax.qualifiedName("_/" + "a".repeat(64)),
                        "prefix part " + NOT_A_SUBDOMAIN,
                        "name part must be no more than 63 bytes"),
                row(
                        "a qualified name has one slash",
                        LabelSyntax.qualifiedName("a/b/c"),
                        "a valid label key " + NOT_A_NAME
                                + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"),
                row(
                        "a port's name is not empty",
                        PortSyntax.name(""),
                        "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
                        "must contain at least one letter (a-z)"),
                row("a port's name may start with a digit", PortSyntax.name("8080-tcp")),
                row(
                        "the name of a variable is not empty",
                        VariableSyntax.environmentName(""),
                        "environment variable name must be non-empty"),
                row("a C identifier may start with an underscore", VariableSyntax.cIdentifier("_a1")),
                row("a C identifier does not start with a digit", VariableSyntax.cIdentifier("1a"), NOT_AN_IDENTIFIER),
                row("a C identifier has no dash", VariableSyntax.cIdentifier("a-b"), NOT_AN_IDENTIFIER),
                row("a C identifier is not empty", VariableSyntax.cIdentifier(""), NOT_AN_IDENTIFIER),
                row("an absolute path starts with a slash", PathSyntax.absolute("/a")),
                row("a relative path is not absolute", PathSyntax.absolute("a/b"), "must be an absolute path"),
                row("a path may have dots in a name", PathSyntax.withoutBacksteps("/a..b/...")),
                row("a path has no backsteps", PathSyntax.withoutBacksteps("/a/../b"), "must not contain '..'"));
    }

    private static Row row(String sentence, List<String> actual, String... expected) {
        return new Row(sentence, actual, List.of(expected));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void syntax(Row row) {
        assertThat(row.actual()).isEqualTo(row.expected());
    }
}
