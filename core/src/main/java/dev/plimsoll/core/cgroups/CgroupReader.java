package dev.plimsoll.core.cgroups;

import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the files of a cgroup say, as quantities.
 *
 * <p>The way back loses precision: a weight stands for a range of requests. A reader that knows what was written compares with
 * {@link #stillMeans} before it reports another value.
 */
public final class CgroupReader {
    /** Requests of at most this many thousandths cannot be told apart by their weight. */
    private static final long LEAST_REQUEST = 2;
    /** Limits of at most this many thousandths cannot be told apart by their quota. */
    private static final long LEAST_LIMIT = 10;

    private static final String UNLIMITED = "max";

    private CgroupReader() {}

    /** The request that a pod's {@code cpu.weight} stands for. */
    public static Quantity cpuRequest(long weight) {
        return Quantity.ofMilli(CpuScale.milliOfShares(CpuScale.sharesOfLinearWeight(weight)));
    }

    /** The limit in {@code cpu.max}: {@code 200000 100000}; nothing where it is unlimited or no such text. */
    public static Optional<Quantity> cpuLimit(String cpuMax) {
        var parts = cpuMax.strip().split("\\s+", -1);
        if (parts.length != 2) return Optional.empty();
        var quota = number(parts[0]);
        var period = number(parts[1]);
        if (quota.isEmpty() || period.isEmpty() || period.getAsLong() == 0) return Optional.empty();
        var milli = CpuScale.milliOfQuota(quota.getAsLong(), period.getAsLong());
        return milli > 0 ? Optional.of(Quantity.ofMilli(milli)) : Optional.empty();
    }

    /** The limit in {@code memory.max}; nothing where it is unlimited or no such text. */
    public static Optional<Quantity> memoryLimit(String memoryMax) {
        var bytes = number(memoryMax.strip());
        return bytes.isPresent() && bytes.getAsLong() > 0
                ? Optional.of(Quantity.of(bytes.getAsLong(), QuantityFormat.BINARY_SI))
                : Optional.empty();
    }

    private static OptionalLong number(String text) {
        if (text.equals(UNLIMITED) || text.isEmpty() || text.length() > 18) return OptionalLong.empty();
        for (var i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(text));
    }

    /** Whether a weight is what this request was written as, so that the request itself is reported. */
    public static boolean stillMeans(Quantity request, long weight) {
        var milli = request.milliValue();
        var read = cpuRequest(weight).milliValue();
        if (milli <= LEAST_REQUEST && read <= LEAST_REQUEST) return true;
        return CpuScale.sharesOfLinearWeight(weight) == CpuScale.roundTripShares(CpuScale.shares(milli));
    }

    /** Whether both limits are so small that the kernel's least quota stands for either. */
    public static boolean isSameLeastLimit(Quantity limit, Quantity read) {
        return limit.milliValue() <= LEAST_LIMIT && read.milliValue() <= LEAST_LIMIT;
    }
}
