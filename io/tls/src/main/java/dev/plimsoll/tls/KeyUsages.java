package dev.plimsoll.tls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What a key may be used for, by the words of the API, as the two extensions of a certificate that say it. */
final class KeyUsages {
    private static final String PURPOSE = "1.3.6.1.5.5.7.3.";
    private static final Map<String, Integer> BITS = Map.of(
            "signing", 0,
            "digital signature", 0,
            "content commitment", 1,
            "key encipherment", 2,
            "data encipherment", 3,
            "key agreement", 4,
            "cert sign", 5,
            "crl sign", 6,
            "encipher only", 7,
            "decipher only", 8);
    private static final Map<String, String> PURPOSES = Map.ofEntries(
            Map.entry("any", "2.5.29.37.0"),
            Map.entry("server auth", PURPOSE + "1"),
            Map.entry("client auth", PURPOSE + "2"),
            Map.entry("code signing", PURPOSE + "3"),
            Map.entry("email protection", PURPOSE + "4"),
            Map.entry("s/mime", PURPOSE + "4"),
            Map.entry("ipsec end system", PURPOSE + "5"),
            Map.entry("ipsec tunnel", PURPOSE + "6"),
            Map.entry("ipsec user", PURPOSE + "7"),
            Map.entry("timestamping", PURPOSE + "8"),
            Map.entry("ocsp signing", PURPOSE + "9"),
            Map.entry("microsoft sgc", "1.3.6.1.4.1.311.10.3.3"),
            Map.entry("netscape sgc", "2.16.840.1.113730.4.1"));

    private KeyUsages() {}

    static List<byte[]> extensions(Collection<String> usages) {
        var bits = 0;
        var purposes = new ArrayList<byte[]>();
        for (var usage : usages) {
            var bit = BITS.get(usage);
            if (bit != null) bits |= 1 << bit;
            var purpose = PURPOSES.get(usage);
            if (purpose != null) purposes.add(Der.identifier(purpose));
        }
        var extensions = new ArrayList<byte[]>();
        if (bits != 0) extensions.add(CertificateIssuer.extension("2.5.29.15", true, bitString(bits)));
        if (!purposes.isEmpty())
            extensions.add(
                    CertificateIssuer.extension("2.5.29.37", false, Der.sequence(purposes.toArray(new byte[0][]))));
        return extensions;
    }

    /** The first bit is the highest of its byte; zeros at the end are left out. */
    private static byte[] bitString(int bits) {
        var last = 31 - Integer.numberOfLeadingZeros(bits);
        var content = new byte[last / 8 + 2];
        content[0] = (byte) (7 - last % 8);
        for (var bit = 0; bit <= last; bit++) {
            if ((bits & 1 << bit) != 0) content[1 + bit / 8] |= (byte) (0x80 >> bit % 8);
        }
        return Der.tagged(0x03, content);
    }
}
