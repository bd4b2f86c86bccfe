package dev.plimsoll.kinds.expressions.functions;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** An address of either family. Zones and IPv4 addresses in IPv6 form are none, as in Kubernetes. */
final class IpAddress {
    private static final Pattern IPV4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:]{2,39}");

    private final byte[] bytes;

    private IpAddress(byte[] bytes) {
        this.bytes = bytes;
    }

    static IpAddress of(byte[] bytes) {
        return new IpAddress(bytes.clone());
    }

    /** Nothing is looked up. */
    static Optional<IpAddress> parse(String text) {
        var six = IPV6.matcher(text).matches() && text.indexOf(':') >= 0;
        if (!six && !IPV4.matcher(text).matches()) return Optional.empty();
        try {
            var bytes = InetAddress.ofLiteral(text).getAddress();
            return bytes.length == (six ? 16 : 4) ? Optional.of(new IpAddress(bytes)) : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    byte[] bytes() {
        return bytes.clone();
    }

    int bits() {
        return bytes.length * 8;
    }

    long family() {
        return bytes.length == 4 ? 4 : 6;
    }

    boolean isUnspecified() {
        for (var each : bytes) if (each != 0) return false;
        return true;
    }

    boolean isLoopback() {
        if (bytes.length == 4) return bytes[0] == 127;
        for (var i = 0; i < 15; i++) if (bytes[i] != 0) return false;
        return bytes[15] == 1;
    }

    boolean isLinkLocalMulticast() {
        return bytes.length == 4
                ? (bytes[0] & 0xff) == 224 && bytes[1] == 0 && bytes[2] == 0
                : (bytes[0] & 0xff) == 0xff && (bytes[1] & 0x0f) == 0x02;
    }

    boolean isLinkLocalUnicast() {
        return bytes.length == 4
                ? (bytes[0] & 0xff) == 169 && (bytes[1] & 0xff) == 254
                : (bytes[0] & 0xff) == 0xfe && (bytes[1] & 0xc0) == 0x80;
    }

    private boolean isMulticast() {
        return bytes.length == 4 ? (bytes[0] & 0xf0) == 0xe0 : (bytes[0] & 0xff) == 0xff;
    }

    private boolean isBroadcast() {
        if (bytes.length != 4) return false;
        for (var each : bytes) if ((each & 0xff) != 0xff) return false;
        return true;
    }

    boolean isGlobalUnicast() {
        return !isUnspecified() && !isLoopback() && !isMulticast() && !isLinkLocalUnicast() && !isBroadcast();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IpAddress that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** In its canonical form: the longest run of zero groups of IPv6 is left out, the first of equals. */
    @Override
    public String toString() {
        if (bytes.length == 4) {
            return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
        }
        var groups = new int[8];
        for (var i = 0; i < 8; i++) groups[i] = ((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff);
        var start = -1;
        var length = 1;
        for (var i = 0; i < 8; i++) {
            var end = i;
            while (end < 8 && groups[end] == 0) end++;
            if (end - i > length) {
                start = i;
                length = end - i;
            }
            if (end > i) i = end;
        }
        var text = new StringBuilder();
        for (var i = 0; i < 8; i++) {
            if (i == start) {
                text.append("::");
                i += length - 1;
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') text.append(':');
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
