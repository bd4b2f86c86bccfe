package dev.plimsoll.core.admission.limitrange;

import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.quantity.Quantity;
import dev.plimsoll.core.quantity.QuantityFormat;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds requests and limits against the bounds of LimitRange items; each broken bound is one message. */
final class BoundMessages {
    /** Beyond it thousandths do not fit 64 bits, and whole units are compared. */
    private static final Quantity LARGEST_MILLI = Quantity.of(Long.MAX_VALUE / 1000, QuantityFormat.DECIMAL_SI);

    private final List<String> messages = new ArrayList<>();

    List<String> messages() {
        return List.copyOf(messages);
    }

    void check(LimitRange.Item item, ResourceRequirements resources) {
        for (var name : item.min().names()) {
            checkMinimum(
                    item,
                    name,
                    resources.requests().at(name),
                    resources.limits().at(name));
        }
        for (var name : item.max().names()) {
            checkMaximum(
                    item,
                    name,
                    resources.requests().at(name),
                    resources.limits().at(name));
        }
        for (var name : item.maxLimitRequestRatio().names()) {
            checkRatio(
                    item,
                    name,
                    resources.requests().at(name),
                    resources.limits().at(name));
        }
    }

    private void checkMinimum(
            LimitRange.Item item, ResourceName name, @Nullable Quantity request, @Nullable Quantity limit) {
        var minimum = item.min().amount(name);
        var rule = "minimum " + name + " usage per " + item.type() + " is " + minimum;
        if (request == null) messages.add(rule + ".  No request is specified");
        else if (isLess(request, minimum)) messages.add(rule + ", but request is " + request);
        else if (limit != null && isLess(limit, minimum)) messages.add(rule + ", but limit is " + limit);
    }

    private void checkMaximum(
            LimitRange.Item item, ResourceName name, @Nullable Quantity request, @Nullable Quantity limit) {
        var maximum = item.max().amount(name);
        var rule = "maximum " + name + " usage per " + item.type() + " is " + maximum;
        if (limit == null) messages.add(rule + ".  No limit is specified");
        else if (isLess(maximum, limit)) messages.add(rule + ", but limit is " + limit);
        else if (request != null && isLess(maximum, request)) messages.add(rule + ", but request is " + request);
    }

    private void checkRatio(
            LimitRange.Item item, ResourceName name, @Nullable Quantity request, @Nullable Quantity limit) {
        var ratio = item.maxLimitRequestRatio().amount(name);
        var rule = name + " max limit to request ratio per " + item.type() + " is " + ratio;
        if (request == null || request.isZero()) {
            messages.add(rule + ", but no request is specified or request is 0");
        } else if (limit == null || limit.isZero()) {
            messages.add(rule + ", but no limit is specified or limit is 0");
        } else if (isExceeded(ratio, request, limit)) {
            messages.add(rule + ", but provided ratio is " + provided(request, limit));
        }
    }

    private static boolean isLess(Quantity left, Quantity right) {
        return left.isLessThan(right);
    }

    private static boolean isExceeded(Quantity ratio, Quantity request, Quantity limit) {
        return limit.toBigDecimal().compareTo(ratio.toBigDecimal().multiply(request.toBigDecimal())) > 0;
    }

    /** Six decimals of the quotient in double precision, which is what clients have always been shown. */
    private static String provided(Quantity request, Quantity limit) {
        var fitMilli = !request.isGreaterThan(LARGEST_MILLI) && !limit.isGreaterThan(LARGEST_MILLI);
        var quotient = fitMilli
                ? (double) limit.milliValue() / (double) request.milliValue()
                : (double) limit.value() / (double) request.value();
        return new BigDecimal(quotient).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
    }
}
