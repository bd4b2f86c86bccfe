package dev.plimsoll.kinds.rules;

import dev.plimsoll.core.validation.FieldError;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where the errors of a claim of devices stand among each other. Kubernetes asks two kinds of rules: those that it has as code, then those that are
 * declared with the fields. Of the latter those of a list come before those of what is in it.
 *
 * @param declared 0 for rules that are code
 * @param list which part of the claim a declared rule is about
 * @param item the place in that list; -1 for rules of the list itself
 * @param inner 0 for rules of a list in that item
 */
record DeviceClaimOrder(int declared, int list, int item, int inner) implements Comparable<DeviceClaimOrder> {
    private static final List<String> LISTS = List.of("requests", "constraints", "config");
    private static final Pattern PLACE = Pattern.compile("devices\\.(requests|constraints|config)(?:\\[(\\d+)])?(.*)");
    private static final Pattern DECLARED = Pattern.compile(".*\\.(matchAttribute|distinctAttribute|opaque\\.driver)");
    private static final Comparator<DeviceClaimOrder> ORDER = Comparator.comparingInt(DeviceClaimOrder::declared)
            .thenComparingInt(DeviceClaimOrder::list)
            .thenComparingInt(DeviceClaimOrder::item)
            .thenComparingInt(DeviceClaimOrder::inner);

    static List<FieldError> sorted(List<FieldError> errors) {
        return errors.stream()
                .sorted(Comparator.comparing(DeviceClaimOrder::of))
                .toList();
    }

    private static DeviceClaimOrder of(FieldError error) {
        var place = PLACE.matcher(error.field());
        if (!isDeclared(error) || !place.find()) return new DeviceClaimOrder(0, 0, 0, 0);
        var isOfList = place.group(3).isEmpty() && error.type() == FieldError.Type.DUPLICATE;
        var item = isOfList || place.group(2) == null ? -1 : Integer.parseInt(place.group(2));
        return new DeviceClaimOrder(
                1, LISTS.indexOf(place.group(1)), item, error.type() == FieldError.Type.DUPLICATE ? 0 : 1);
    }

    private static boolean isDeclared(FieldError error) {
        return switch (error.type()) {
            case DUPLICATE, NOT_SUPPORTED -> true;
            case REQUIRED ->
                error.field().endsWith(".deviceClassName")
                        || DECLARED.matcher(error.field()).matches();
            case INVALID, TOO_LONG -> DECLARED.matcher(error.field()).matches();
            default -> false;
        };
    }

    @Override
    public int compareTo(DeviceClaimOrder other) {
        return ORDER.compare(this, other);
    }
}
