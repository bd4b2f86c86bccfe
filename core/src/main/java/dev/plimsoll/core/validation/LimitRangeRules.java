package dev.plimsoll.core.validation;

import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.gates.Gate;
import dev.plimsoll.core.model.LimitRange;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.validation.syntax.LabelSyntax;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The rules for a LimitRange object itself. */
public final class LimitRangeRules {
    private static final Set<String> STANDARD_TYPES =
            Set.of(LimitRange.TYPE_POD, LimitRange.TYPE_CONTAINER, LimitRange.TYPE_CLAIM);

    private final boolean podDefaults;

    private LimitRangeRules(boolean podDefaults) {
        this.podDefaults = podDefaults;
    }

    public static LimitRangeRules under(FeatureGates gates) {
        return new LimitRangeRules(gates.isOn(Gate.LIMIT_RANGE_POD_DEFAULTS) && gates.isOn(Gate.POD_LEVEL_RESOURCES));
    }

    public List<FieldError> check(LimitRange range) {
        var errors = new ArrayList<FieldError>();
        var seen = new HashSet<String>();
        for (var i = 0; i < range.items().size(); i++) {
            var item = range.items().get(i);
            var path = "spec.limits[" + i + "]";
            checkType(item.type(), path + ".type", errors);
            if (!seen.add(item.type())) errors.add(FieldError.duplicate(path + ".type", item.type()));
            checkItem(item, path, errors);
        }
        return errors;
    }

    private static void checkType(String type, String path, List<FieldError> errors) {
        var problems = LabelSyntax.qualifiedName(type);
        for (var problem : problems) errors.add(FieldError.invalid(path, type, problem));
        if (problems.isEmpty() && type.indexOf('/') < 0 && !STANDARD_TYPES.contains(type)) {
            errors.add(FieldError.invalid(path, type, "must be a standard limit type or fully qualified"));
        }
    }

    private void checkItem(LimitRange.Item item, String path, List<FieldError> errors) {
        var names = new TreeSet<ResourceName>();
        checkNames(item, item.max(), path + ".max", names, errors);
        checkNames(item, item.min(), path + ".min", names, errors);
        checkDefaultNames(item, item.defaultLimit(), path + ".default", names, errors);
        checkDefaultNames(item, item.defaultRequest(), path + ".defaultRequest", names, errors);
        checkNames(item, item.maxLimitRequestRatio(), path + ".maxLimitRequestRatio", names, errors);
        if (item.type().equals(LimitRange.TYPE_CLAIM)
                && !item.min().contains(ResourceName.STORAGE)
                && !item.max().contains(ResourceName.STORAGE)) {
            errors.add(FieldError.required(
                    path + ".limits", "either minimum or maximum storage value is required, but neither was provided"));
        }
        for (var name : names) new Bounds(item, name, path, errors).check();
    }

    private void checkDefaultNames(
            LimitRange.Item item,
            ResourceAmounts amounts,
            String path,
            Set<ResourceName> names,
            List<FieldError> errors) {
        if (!item.isForPods() || amounts.isEmpty()) {
            checkNames(item, amounts, path, names, errors);
            return;
        }
        if (!podDefaults) {
            errors.add(FieldError.forbidden(path, "may not be specified when `type` is 'Pod'"));
            return;
        }
        for (var name : amounts.names()) {
            names.add(name);
            ResourceNameRules.checkForPodLevel(name, path + "[" + name + "]", errors);
        }
    }

    private static void checkNames(
            LimitRange.Item item,
            ResourceAmounts amounts,
            String path,
            Set<ResourceName> names,
            List<FieldError> errors) {
        for (var name : amounts.names()) {
            names.add(name);
            var at = path + "[" + name + "]";
            if (item.isForContainers() || item.isForPods()) ResourceNameRules.checkForContainers(name, at, errors);
            else ResourceNameRules.checkAnywhere(name, at, errors);
        }
    }

    /** How the bounds of one resource must stand to each other. */
    private record Bounds(LimitRange.Item item, ResourceName name, String path, List<FieldError> errors) {
        void check() {
            var min = item.min().at(name);
            var max = item.max().at(name);
            var limit = item.defaultLimit().at(name);
            var request = item.defaultRequest().at(name);
            if (min != null && max != null && min.isGreaterThan(max)) {
                add(".min", min, "min value " + min + " is greater than max value " + max);
            }
            if (request != null && min != null && min.isGreaterThan(request)) {
                add(
                        ".defaultRequest",
                        request,
                        "min value " + min + " is greater than default request value " + request);
            }
            if (request != null && max != null && request.isGreaterThan(max)) {
                add(
                        ".defaultRequest",
                        request,
                        "default request value " + request + " is greater than max value " + max);
            }
            if (request != null && limit != null && request.isGreaterThan(limit)) {
                add(
                        ".defaultRequest",
                        request,
                        "default request value " + request + " is greater than default limit value " + limit);
            }
            if (limit != null && min != null && min.isGreaterThan(limit)) {
                add(".default", min, "min value " + min + " is greater than default value " + limit);
            }
            if (limit != null && max != null && limit.isGreaterThan(max)) {
                add(".default", max, "default value " + limit + " is greater than max value " + max);
            }
            checkRatio();
            if (!name.allowsOvercommit() && limit != null && request != null && !limit.equals(request)) {
                add(
                        ".defaultRequest",
                        request,
                        "default value " + limit + " must equal to defaultRequest value " + request + " in " + name);
            }
        }

        private void checkRatio() {
            var ratio = item.maxLimitRequestRatio().at(name);
            if (ratio == null) return;
            if (ratio.toBigDecimal().compareTo(BigDecimal.ONE) < 0) {
                add(".maxLimitRequestRatio", ratio, "ratio " + ratio + " is less than 1");
            }
            var min = item.min().at(name);
            var max = item.max().at(name);
            if (min == null || max == null || min.isZero()) return;
            var possible = max.toBigDecimal().divide(min.toBigDecimal(), MathContext.DECIMAL128);
            if (ratio.toBigDecimal().compareTo(possible) > 0) {
                add(
                        ".maxLimitRequestRatio",
                        ratio,
                        "ratio " + ratio + " is greater than max/min = "
                                + possible.setScale(6, RoundingMode.HALF_EVEN).toPlainString());
            }
        }

        private void add(String list, Object value, String detail) {
            errors.add(FieldError.invalid(path + list + "[" + name + "]", value.toString(), detail));
        }
    }
}
