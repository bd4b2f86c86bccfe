package dev.plimsoll.core.services;

import java.util.stream.Stream;

/**
 * A block of addresses of one family. Neither its first address, which names the block, nor in IPv4 its last, which reaches everybody
 * in it, is given away.
 */
public final class AddressRange {
    private static final int LARGEST_PART = 40;

    private final byte[] base;
    private final int bits;

    private AddressRange(byte[] base, int bits) {
        this.base = base;
        this.bits = bits;
    }

    /** Reads {@code 10.96.0.0/16}; whatever else is an {@link IllegalArgumentException}. */
    public static AddressRange parse(String text) {
        var slash = text.indexOf('/');
        if (slash < 0) throw new IllegalArgumentException("'" + text + "' is no block such as 10.96.0.0/16");
        var base = AddressText.parse(text.substring(0, slash));
        int bits;
        try {
            bits = Integer.parseInt(text.substring(slash + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no block such as 10.96.0.0/16", e);
        }
        if (bits < 1 || bits > base.length * 8 - 2)
            throw new IllegalArgumentException("'" + text + "' has no addresses to give away");
        for (var bit = bits; bit < base.length * 8; bit++) base[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
        return new AddressRange(base, bits);
    }

    public boolean isIpv6() {
        return base.length == 16;
    }

    /** As services name it. */
    public String family() {
        return isIpv6() ? "IPv6" : "IPv4";
    }

    /** How many addresses can be given away, as far as anybody would count. */
    public long size() {
        var free = Math.min(base.length * 8 - bits, LARGEST_PART);
        return (1L << free) - (isIpv6() ? 1 : 2);
    }

    /** An address as RFC 5952 writes it; a text that is none is an {@link IllegalArgumentException}. */
    public static String usualText(String address) {
        return AddressText.of(AddressText.parse(address));
    }

    /** The address that names the block. */
    public String network() {
        return AddressText.of(base);
    }

    /** The first address that is given away: that of the API server. */
    public String first() {
        return at(0);
    }

    /** Whether an address can be given away. */
    public boolean contains(String address) {
        var bytes = AddressText.parse(address);
        if (bytes.length != base.length) return false;
        for (var bit = 0; bit < bits; bit++) {
            var mask = 0x80 >> (bit % 8);
            if ((bytes[bit / 8] & mask) != (base[bit / 8] & mask)) return false;
        }
        var isLast = !isIpv6();
        var isFirst = true;
        for (var bit = bits; bit < bytes.length * 8; bit++) {
            var isSet = (bytes[bit / 8] & (0x80 >> (bit % 8))) != 0;
            isFirst &= !isSet;
            isLast &= isSet;
        }
        return !isFirst && !isLast;
    }

    /** In the order in which they are given away. */
    public Stream<String> candidates(long start) {
        var size = size();
        var band = size <= 16 ? 0 : Math.min(Math.max(16, size / 16), 256);
        return Candidates.of(size, band, start).mapToObj(this::at);
    }

    private String at(long offset) {
        var bytes = base.clone();
        var carry = offset + 1;
        for (var i = bytes.length - 1; i >= 0 && carry > 0; i--) {
            carry += bytes[i] & 0xff;
            bytes[i] = (byte) carry;
            carry >>>= 8;
        }
        return AddressText.of(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AddressRange that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return network() + "/" + bits;
    }
}
