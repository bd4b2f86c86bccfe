package dev.plimsoll.codec.structural;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.regex.Pattern;

/** What texts of a format look like. A format that nobody knows is no restriction. */
public final class Formats {
    private static final Pattern HOSTNAME = Pattern.compile(
            "(?=.{1,253}$)[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s<>,;:\"\\[\\]()]+@[^@\\s<>,;:\"\\[\\]()]+");
    private static final Pattern IPV4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:]{2,39}(\\d+\\.\\d+\\.\\d+\\.\\d+)?");
    private static final Pattern MAC = Pattern.compile("([0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}");
    private static final Pattern UUID =
            Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    private static final Pattern DURATION = Pattern.compile(
            "[-+]?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|µs|ms|s|m|h|d|w))+)|\\d+ (ns|us|ms|s|sec|m|min|h|hr|hour|d|day|w|wk|week)s?");
    private static final Pattern HEX_COLOR = Pattern.compile("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})");

    /** The expression goes one call deeper with every part of the text. */
    private static final int LONGEST_DURATION = 1_000;

    private Formats() {}

    public static boolean fits(String text, String format) {
        return switch (format) {
            case "date-time", "datetime" -> isTime(text);
            case "date" -> isDate(text);
            case "duration" ->
                text.length() <= LONGEST_DURATION && DURATION.matcher(text).matches();
            case "email" -> EMAIL.matcher(text).matches();
            case "hostname" -> HOSTNAME.matcher(text).matches();
            case "ipv4" -> isIpv4(text);
            case "ipv6" -> isIpv6(text);
            case "cidr" -> isCidr(text);
            case "mac" -> MAC.matcher(text).matches();
            case "uuid", "uuid3", "uuid4", "uuid5" -> UUID.matcher(text).matches();
            case "byte" -> isBase64(text);
            case "uri" -> isUri(text);
            case "hexcolor" -> HEX_COLOR.matcher(text).matches();
            default -> true;
        };
    }

    private static boolean isTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException _) {
            return false;
        }
    }

    private static boolean isDate(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeException _) {
            return false;
        }
    }

    private static boolean isIpv4(String text) {
        if (!IPV4.matcher(text).matches()) return false;
        for (var part : text.split("\\.", -1)) if (Integer.parseInt(part) > 255) return false;
        return true;
    }

    private static boolean isIpv6(String text) {
        if (!IPV6.matcher(text).matches() || text.contains(":::")) return false;
        var pressed = text.indexOf("::") >= 0;
        if (pressed && text.indexOf("::") != text.lastIndexOf("::")) return false;
        var groups = 0;
        for (var part : text.split(":", -1)) {
            if (part.contains(".")) {
                if (!isIpv4(part)) return false;
                groups += 2;
            } else if (part.length() > 4) {
                return false;
            } else if (!part.isEmpty()) {
                groups++;
            }
        }
        return pressed ? groups < 8 : groups == 8 && !text.startsWith(":") && !text.endsWith(":");
    }

    private static boolean isCidr(String text) {
        var slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("0|[1-9]\\d{0,2}")) return false;
        var address = text.substring(0, slash);
        var bits = Integer.parseInt(text.substring(slash + 1));
        return isIpv4(address) ? bits <= 32 : isIpv6(address) && bits <= 128;
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return text.length() % 4 == 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isUri(String text) {
        try {
            return new URI(text).isAbsolute();
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
