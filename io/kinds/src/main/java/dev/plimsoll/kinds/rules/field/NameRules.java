package dev.plimsoll.kinds.rules.field;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.core.validation.syntax.DnsSyntax;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import dev.plimsoll.core.validation.syntax.PortSyntax;
import java.util.List;
import java.util.Locale;

/** Texts that name something. */
public final class NameRules {
    private static final int DRIVER_BYTES = 63;
    private static final int SUBDOMAIN_BYTES = 253;
    private static final String NOT_A_DRIVER =
            "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an"
                    + " alphanumeric character (e.g. 'Example.com', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    private NameRules() {}

    public static void subdomain(FieldValue at, Findings found) {
        found.misspelled(at, DnsSyntax.subdomain(at.text()));
    }

    public static void subdomainIfGiven(FieldValue at, Findings found) {
        if (!at.isEmpty()) subdomain(at, found);
    }

    public static void requiredSubdomain(FieldValue at, Findings found) {
        if (at.isEmpty()) found.required(at);
        else subdomain(at, found);
    }

    public static void label(FieldValue at, Findings found) {
        found.misspelled(at, DnsSyntax.label(at.text()));
    }

    public static void labelIfGiven(FieldValue at, Findings found) {
        if (!at.isEmpty()) label(at, found);
    }

    public static void requiredLabel(FieldValue at, Findings found) {
        if (at.isEmpty()) found.required(at);
        else label(at, found);
    }

    /** A label whose length messages tell in bytes. */
    public static void requiredShortName(FieldValue at, Findings found) {
        if (at.isEmpty()) found.required(at);
        else found.misspelled(at, DnsSyntax.shortName(at.text()));
    }

    public static void qualifiedName(FieldValue at, Findings found) {
        found.misspelled(at, LabelSyntax.qualifiedName(at.text()));
    }

    public static void qualifiedNameIfGiven(FieldValue at, Findings found) {
        if (!at.isEmpty()) qualifiedName(at, found);
    }

    /** A name whose case does not matter: that of who provisions volumes. */
    public static void provisioner(FieldValue at, Findings found) {
        if (at.isEmpty()) found.required(at);
        else found.misspelled(at, LabelSyntax.qualifiedName(at.text().toLowerCase(Locale.ROOT)));
    }

    /** The name of a CSI driver. */
    public static void csiDriver(FieldValue at, Findings found) {
        if (at.isEmpty()) found.required(at);
        if (at.text().length() > DRIVER_BYTES) found.tooLong(at, DRIVER_BYTES);
        var wellFormed = DnsSyntax.subdomain(at.text().toLowerCase(Locale.ROOT)).isEmpty();
        if (!at.isEmpty() && !wellFormed) found.invalid(at, NOT_A_DRIVER);
    }

    /** The name of a CSI driver that attaches volumes. */
    public static void attacher(FieldValue at, Findings found) {
        if (at.isEmpty()) {
            found.required(at);
            return;
        }
        var length = at.text().length();
        var problems = DnsSyntax.longName(at.text().toLowerCase(Locale.ROOT));
        if (length > SUBDOMAIN_BYTES) found.invalid(at, problems.getFirst());
        if (problems.size() > (length > SUBDOMAIN_BYTES ? 1 : 0)) found.invalid(at, NOT_A_DRIVER);
        if (length > DRIVER_BYTES) found.add(FieldError.tooManyCharacters(at.toString(), DRIVER_BYTES));
    }

    /** A name that must fit into one segment of a path. */
    public static void pathSegment(FieldValue at, Findings found) {
        var name = at.text();
        if (name.equals(".") || name.equals("..")) found.invalid(at, "may not be '" + name + "'");
        else if (name.contains("/")) found.invalid(at, "may not contain '/'");
        else if (name.contains("%")) found.invalid(at, "may not contain '%'");
    }

    public static void portNumber(FieldValue at, Findings found) {
        for (var problem : PortSyntax.number(at.number())) found.invalidNumber(at, problem);
    }

    /** A port by number or by name. */
    public static void portNumberOrName(FieldValue at, Findings found) {
        if (at.node().isTextual()) found.misspelled(at, PortSyntax.name(at.text()));
        else portNumber(at, found);
    }

    public static void protocol(FieldValue at, Findings found) {
        found.requiredOneOf(at, PROTOCOLS);
    }
}
