package dev.plimsoll.tls;

import dev.plimsoll.core.certificates.RequestedIdentity;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/** The names in a certificate and in a request for one: the subject, and under which other names it is reached. */
final class CertificateNames {
    static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ORGANIZATION = "2.5.4.10";
    private static final int EMAIL = 1;
    private static final int DNS = 2;
    private static final int URI = 6;
    private static final int ADDRESS = 7;

    private CertificateNames() {}

    static byte[] subject(String commonName, List<String> organizations) {
        var parts = new ArrayList<byte[]>();
        for (var each : organizations) parts.add(part(ORGANIZATION, each));
        if (!commonName.isEmpty()) parts.add(part(COMMON_NAME, commonName));
        return Der.sequence(parts.toArray(new byte[0][]));
    }

    private static byte[] part(String type, String value) {
        return Der.set(Der.sequence(Der.identifier(type), Der.text(value)));
    }

    /**
     * Who a subject names.
     *
     * @throws GeneralSecurityException if a part of it has several values: readers do not agree what those mean
     */
    static RequestedIdentity ofSubject(DerReader.Element name) throws GeneralSecurityException {
        var commonName = "";
        var organizations = new ArrayList<String>();
        for (var parts = name.inside(); parts.hasNext(); ) {
            var values = parts.next(DerReader.SET).inside();
            var pair = values.next(DerReader.SEQUENCE).inside();
            if (values.hasNext()) throw DerReader.malformed("a part of the subject has several values");
            var type = pair.next().identifier();
            if (type.equals(COMMON_NAME)) commonName = pair.next().text();
            if (type.equals(ORGANIZATION)) organizations.add(pair.next().text());
        }
        return RequestedIdentity.of(commonName, organizations);
    }

    /** The content of the extension with the other names; empty where there are none. */
    static byte[] alternativeNames(RequestedIdentity identity) {
        var names = new ArrayList<byte[]>();
        for (var each : identity.dnsNames()) names.add(ascii(DNS, each));
        for (var each : identity.addresses())
            names.add(Der.implicit(ADDRESS, InetAddress.ofLiteral(each).getAddress()));
        for (var each : identity.emails()) names.add(ascii(EMAIL, each));
        for (var each : identity.uris()) names.add(ascii(URI, each));
        return names.isEmpty() ? new byte[0] : Der.sequence(names.toArray(new byte[0][]));
    }

    private static byte[] ascii(int kind, String text) {
        return Der.implicit(kind, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Adds the other names of an extension. Kinds of names that mean nothing here are passed over. */
    static RequestedIdentity withAlternativeNames(RequestedIdentity identity, byte[] extension)
            throws GeneralSecurityException {
        var dns = new ArrayList<String>();
        var addresses = new ArrayList<String>();
        var emails = new ArrayList<String>();
        var uris = new ArrayList<String>();
        for (var names = new DerReader(extension).next(DerReader.SEQUENCE).inside(); names.hasNext(); ) {
            var name = names.next();
            var text = new String(name.content(), StandardCharsets.US_ASCII);
            switch (name.tag() & 0x1f) {
                case EMAIL -> emails.add(text);
                case DNS -> dns.add(text);
                case URI -> uris.add(text);
                case ADDRESS -> addresses.add(address(name.content()));
                default -> {}
            }
        }
        return new RequestedIdentity(identity.commonName(), identity.organizations(), dns, addresses, emails, uris);
    }

    private static String address(byte[] content) throws GeneralSecurityException {
        try {
            return InetAddress.getByAddress(content).getHostAddress();
        } catch (UnknownHostException e) {
            throw DerReader.malformed("an IP address has " + content.length + " bytes");
        }
    }
}
