package dev.plimsoll.kinds.rules.field;

import dev.plimsoll.core.services.AddressRange;
import java.net.InetAddress;
import java.util.List;

/** Addresses and blocks of them. */
public final class IpRules {
    public static final String NOT_AN_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    static final String NOT_A_BLOCK = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

    private IpRules() {}

    public static void address(FieldValue at, Findings found) {
        if (!isAddress(at.text())) found.invalid(at, NOT_AN_ADDRESS);
    }

    /** An address that others can reach. */
    public static void reachable(FieldValue at, Findings found) {
        if (!isAddress(at.text())) {
            found.invalid(at, "must be a valid IP address");
            return;
        }
        var address = InetAddress.ofLiteral(at.text());
        if (address.isAnyLocalAddress()) found.invalid(at, "may not be unspecified (0.0.0.0 or ::)");
        if (address.isLoopbackAddress()) found.invalid(at, "may not be in the loopback range (127.0.0.0/8, ::1/128)");
        if (address.isLinkLocalAddress()) {
            found.invalid(at, "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
        }
        if (address.isMCLinkLocal()) {
            found.invalid(at, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
        }
    }

    /** A warning about an address that is written in an unusual way. */
    public static List<String> spelling(String place, String text) {
        if (!isIpv6(text)) return List.of();
        var usual = AddressRange.usualText(text);
        if (usual.equals(text)) return List.of();
        return List.of(
                place + ": IPv6 address \"" + text + "\" should be in RFC 5952 canonical format (\"" + usual + "\")");
    }

    public static void block(FieldValue at, Findings found) {
        if (!isBlock(at.text())) found.invalid(at, NOT_A_BLOCK);
    }

    /** Whether a text is an address of either family. Nothing is looked up. */
    public static boolean isAddress(String text) {
        return isIpv4(text) || isIpv6(text);
    }

    public static boolean isIpv6(String text) {
        if (text.indexOf(':') < 0 || text.indexOf('%') >= 0 || text.indexOf('[') >= 0) return false;
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** Four numbers; leading zeros, which some read as octal, are no address. */
    public static boolean isIpv4(String text) {
        var parts = text.split("\\.", -1);
        if (parts.length != 4) return false;
        for (var part : parts) {
            if (part.isEmpty() || part.length() > 3 || !part.chars().allMatch(c -> c >= '0' && c <= '9')) return false;
            if ((part.length() > 1 && part.startsWith("0")) || Integer.parseInt(part) > 255) return false;
        }
        return true;
    }

    /** Whether a block is inside another and smaller. */
    public static boolean isPartOf(String part, String whole) {
        var bits = Integer.parseInt(whole.substring(whole.indexOf('/') + 1));
        if (Integer.parseInt(part.substring(part.indexOf('/') + 1)) <= bits) return false;
        var inner = InetAddress.ofLiteral(part.substring(0, part.indexOf('/'))).getAddress();
        var outer =
                InetAddress.ofLiteral(whole.substring(0, whole.indexOf('/'))).getAddress();
        if (inner.length != outer.length) return false;
        for (var i = 0; i < bits; i++) {
            var mask = 0x80 >> (i % 8);
            if ((inner[i / 8] & mask) != (outer[i / 8] & mask)) return false;
        }
        return true;
    }

    public static boolean isBlock(String text) {
        var slash = text.indexOf('/');
        if (slash < 0) return false;
        var address = text.substring(0, slash);
        var bits = text.substring(slash + 1);
        if (!isAddress(address) || !bits.matches("0|[1-9][0-9]{0,2}")) return false;
        return Integer.parseInt(bits) <= (isIpv4(address) ? 32 : 128);
    }
}
