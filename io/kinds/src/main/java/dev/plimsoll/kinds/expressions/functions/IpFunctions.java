package dev.plimsoll.kinds.expressions.functions;

import static dev.plimsoll.kinds.expressions.functions.Parameter.TEXT;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import java.util.Optional;
import java.util.function.Predicate;

/** Addresses and blocks of them. */
final class IpFunctions {
    private static final OpaqueType IP = OpaqueType.create("net.IP");
    private static final OpaqueType CIDR = OpaqueType.create("net.CIDR");
    private static final Parameter ADDRESS = new Parameter(IP, IpAddress.class);
    private static final Parameter BLOCK = new Parameter(CIDR, CidrBlock.class);

    private IpFunctions() {}

    static void addTo(FunctionLibrary library) {
        addresses(library);
        blocks(library);
    }

    private static void addresses(FunctionLibrary library) {
        library.global("ip", IP, given -> address(given[0]), TEXT)
                .global(
                        "isIP",
                        SimpleType.BOOL,
                        given -> IpAddress.parse((String) given[0]).isPresent(),
                        TEXT)
                .global(
                        "ip.isCanonical",
                        SimpleType.BOOL,
                        given -> address(given[0]).toString().equals(given[0]),
                        TEXT)
                .global("string", SimpleType.STRING, given -> given[0].toString(), ADDRESS)
                .member("family", SimpleType.INT, given -> ((IpAddress) given[0]).family(), ADDRESS);
        is(library, "isUnspecified", IpAddress::isUnspecified);
        is(library, "isLoopback", IpAddress::isLoopback);
        is(library, "isLinkLocalMulticast", IpAddress::isLinkLocalMulticast);
        is(library, "isLinkLocalUnicast", IpAddress::isLinkLocalUnicast);
        is(library, "isGlobalUnicast", IpAddress::isGlobalUnicast);
    }

    private static void is(FunctionLibrary library, String name, Predicate<IpAddress> predicate) {
        library.member(name, SimpleType.BOOL, given -> predicate.test((IpAddress) given[0]), ADDRESS);
    }

    private static void blocks(FunctionLibrary library) {
        library.global("cidr", CIDR, given -> block(given[0]), TEXT)
                .global(
                        "isCIDR",
                        SimpleType.BOOL,
                        given -> CidrBlock.parse((String) given[0]).isPresent(),
                        TEXT)
                .global("string", SimpleType.STRING, given -> given[0].toString(), BLOCK)
                .member("ip", IP, given -> ((CidrBlock) given[0]).address(), BLOCK)
                .member("prefixLength", SimpleType.INT, given -> (long) ((CidrBlock) given[0]).bits(), BLOCK)
                .member("masked", CIDR, given -> ((CidrBlock) given[0]).masked(), BLOCK)
                .member("containsIP", SimpleType.BOOL, given -> contains(given[0], address(given[1])), BLOCK, TEXT)
                .member("containsIP", SimpleType.BOOL, given -> contains(given[0], address(given[1])), BLOCK, ADDRESS)
                .member("containsCIDR", SimpleType.BOOL, given -> containsBlock(given), BLOCK, TEXT)
                .member("containsCIDR", SimpleType.BOOL, given -> containsBlock(given), BLOCK, BLOCK);
    }

    private static boolean contains(Object block, IpAddress address) {
        return ((CidrBlock) block).contains(address);
    }

    private static boolean containsBlock(Object[] given) {
        return ((CidrBlock) given[0]).contains(block(given[1]));
    }

    private static IpAddress address(Object given) {
        if (given instanceof IpAddress address) return address;
        return wanted(
                IpAddress.parse((String) given),
                "IP Address \"" + given + "\" parse error during conversion from string");
    }

    private static CidrBlock block(Object given) {
        if (given instanceof CidrBlock block) return block;
        return wanted(
                CidrBlock.parse((String) given),
                "network address parse error during conversion from string: invalid CIDR address: " + given);
    }

    private static <T> T wanted(Optional<T> parsed, String otherwise) {
        return parsed.orElseThrow(() -> new IllegalArgumentException(otherwise));
    }
}
