package dev.plimsoll.core.services;

import java.util.ArrayList;
import java.util.List;

/** Addresses of both families as people write them. IPv6 is written as RFC 5952 has it: the longest run of zeros is left out. */
final class AddressText {
    private static final int GROUPS = 8;

    private AddressText() {}

    /** Four or sixteen bytes; a text that is no address is an {@link IllegalArgumentException}. */
    static byte[] parse(String text) {
        return text.indexOf(':') < 0 ? ipv4(text) : ipv6(text);
    }

    private static byte[] ipv4(String text) {
        var parts = text.split("\\.", -1);
        if (parts.length != 4) throw none(text);
        var bytes = new byte[4];
        for (var i = 0; i < 4; i++) {
            var part = parts[i];
            if (part.length() > 1 && part.startsWith("0")) throw none(text);
            bytes[i] = (byte) number(part, 10, 3, 255, text);
        }
        return bytes;
    }

    private static byte[] ipv6(String text) {
        var gap = text.indexOf("::");
        var before = groups(gap < 0 ? text : text.substring(0, gap), text);
        var after = gap < 0 ? List.<Integer>of() : groups(text.substring(gap + 2), text);
        var missing = GROUPS - before.size() - after.size();
        if (gap < 0 ? missing != 0 : missing < 1) throw none(text);
        var groups = new ArrayList<>(before);
        for (var i = 0; i < missing; i++) groups.add(0);
        groups.addAll(after);
        var bytes = new byte[2 * GROUPS];
        for (var i = 0; i < GROUPS; i++) {
            bytes[2 * i] = (byte) (groups.get(i) >> 8);
            bytes[2 * i + 1] = (byte) (int) groups.get(i);
        }
        return bytes;
    }

    /** Of which the last two may be written as an IPv4 address. */
    private static List<Integer> groups(String text, String whole) {
        var groups = new ArrayList<Integer>();
        if (text.isEmpty()) return groups;
        var parts = text.split(":", -1);
        for (var i = 0; i < parts.length; i++) {
            if (i == parts.length - 1 && parts[i].indexOf('.') >= 0 && whole.endsWith(parts[i])) {
                var old = ipv4(parts[i]);
                groups.add(((old[0] & 0xff) << 8) | (old[1] & 0xff));
                groups.add(((old[2] & 0xff) << 8) | (old[3] & 0xff));
            } else {
                groups.add(number(parts[i], 16, 4, 0xffff, whole));
            }
        }
        return groups;
    }

    private static int number(String text, int radix, int longest, int most, String whole) {
        if (text.isEmpty() || text.length() > longest) throw none(whole);
        var number = 0;
        for (var i = 0; i < text.length(); i++) {
            var digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), radix) : -1;
            if (digit < 0) throw none(whole);
            number = number * radix + digit;
        }
        if (number > most) throw none(whole);
        return number;
    }

    private static IllegalArgumentException none(String text) {
        return new IllegalArgumentException("'" + text + "' is no address");
    }

    static String of(byte[] bytes) {
        if (bytes.length == 4) {
            return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
        }
        var groups = new ArrayList<Integer>();
        for (var i = 0; i < GROUPS; i++) groups.add(((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff));
        var start = GROUPS;
        var length = 1;
        for (var i = 0; i < GROUPS; i++) {
            var run = 0;
            while (i + run < GROUPS && groups.get(i + run) == 0) run++;
            if (run > length) {
                start = i;
                length = run;
            }
        }
        if (start == GROUPS) return joined(groups);
        return joined(groups.subList(0, start)) + "::" + joined(groups.subList(start + length, GROUPS));
    }

    private static String joined(List<Integer> groups) {
        return String.join(":", groups.stream().map(Integer::toHexString).toList());
    }
}
