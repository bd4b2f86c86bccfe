package dev.plimsoll.kinds.expressions.functions;

import dev.plimsoll.codec.structural.Formats;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A format that expressions can name. */
enum NamedFormat {
    DNS_1123_LABEL("dns1123Label", DnsSyntax::label),
    DNS_1123_SUBDOMAIN("dns1123Subdomain", DnsSyntax::subdomain),
    DNS_1035_LABEL("dns1035Label", DnsSyntax::label1035),
    QUALIFIED_NAME("qualifiedName", LabelSyntax::qualifiedName),
    DNS_1123_LABEL_PREFIX("dns1123LabelPrefix", text -> DnsSyntax.label(completed(text))),
    DNS_1123_SUBDOMAIN_PREFIX("dns1123SubdomainPrefix", text -> DnsSyntax.subdomain(completed(text))),
    DNS_1035_LABEL_PREFIX("dns1035LabelPrefix", text -> DnsSyntax.label1035(completed(text))),
    LABEL_VALUE("labelValue", LabelSyntax::labelValue),
    URI("uri", text -> fits(text, "uri", "invalid URI for request")),
    UUID("uuid", text -> fits(text, "uuid", "does not match the UUID format")),
    BYTE("byte", text -> fits(text, "byte", "invalid base64")),
    DATE("date", text -> fits(text, "date", "invalid date")),
    DATETIME("datetime", text -> fits(text, "datetime", "invalid datetime"));

    private final String text;
    private final Function<String, List<String>> check;

    NamedFormat(String text, Function<String, List<String>> check) {
        this.text = text;
        this.check = check;
    }

    static Optional<NamedFormat> find(String text) {
        for (var each : values()) if (each.text.equals(text)) return Optional.of(each);
        return Optional.empty();
    }

    /** What is put behind a prefix begins with a letter or digit: a dash at the end of the prefix does no harm. */
    private static String completed(String prefix) {
        return prefix.endsWith("-") ? prefix.substring(0, prefix.length() - 1) + "a" : prefix;
    }

    private static List<String> fits(String text, String format, String otherwise) {
        return Formats.fits(text, format) ? List.of() : List.of(otherwise);
    }

    /** Everything that is wrong with a text. */
    List<String> messages(String given) {
        return check.apply(given);
    }

    String text() {
        return text;
    }
}
