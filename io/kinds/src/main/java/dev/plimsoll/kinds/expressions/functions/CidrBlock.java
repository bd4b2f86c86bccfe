package dev.plimsoll.kinds.expressions.functions;

import java.util.Optional;
import java.util.regex.Pattern;

/** An address with the number of its bits that a block has in common. */
record CidrBlock(IpAddress address, int bits) {
    private static final Pattern BITS = Pattern.compile("0|[1-9]\\d{0,2}");

    static Optional<CidrBlock> parse(String text) {
        var slash = text.indexOf('/');
        if (slash < 0 || !BITS.matcher(text.substring(slash + 1)).matches()) return Optional.empty();
        var bits = Integer.parseInt(text.substring(slash + 1));
        return IpAddress.parse(text.substring(0, slash))
                .filter(address -> bits <= address.bits())
                .map(address -> new CidrBlock(address, bits));
    }

    /** With zeros in place of what the block leaves open. */
    CidrBlock masked() {
        var bytes = address.bytes();
        for (var i = 0; i < bytes.length; i++) {
            var kept = Math.clamp(bits - 8L * i, 0, 8);
            bytes[i] = (byte) (bytes[i] & (0xff << (8 - kept)));
        }
        return new CidrBlock(IpAddress.of(bytes), bits);
    }

    boolean contains(IpAddress other) {
        return other.bits() == address.bits()
                && new CidrBlock(other, bits).masked().address().equals(masked().address());
    }

    boolean contains(CidrBlock other) {
        return other.bits >= bits && contains(other.address);
    }

    @Override
    public String toString() {
        return address + "/" + bits;
    }
}
