package dev.plimsoll.core.validation;

import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.core.model.ResourceRequirements;
import java.util.List;

/**
 * One set of requests and limits, of a container or of a pod: names, amounts, and requests against limits.
 *
 * @param path of the set, such as {@code spec.containers[0].resources}
 */
record RequirementRules(String path, Level level, Tolerances tolerances, List<FieldError> errors) {
    enum Level {
        CONTAINER,
        POD
    }

    void check(ResourceRequirements resources) {
        checkEntries(resources.limits(), path + ".limits");
        checkEntries(resources.requests(), path + ".requests");
        for (var name : resources.requests().names()) checkAgainstLimit(name, resources);
        checkHugePagesHaveCompany(resources);
    }

    /** A list of limits without requests, as overhead is. */
    void checkLimits(ResourceAmounts limits) {
        check(ResourceRequirements.of(ResourceAmounts.ABSENT, limits));
    }

    private void checkEntries(ResourceAmounts amounts, String listPath) {
        for (var name : amounts.names()) {
            var entryPath = listPath + "[" + name + "]";
            var quantity = amounts.amount(name);
            switch (level) {
                case CONTAINER -> ResourceNameRules.checkForContainers(name, entryPath, errors);
                case POD -> ResourceNameRules.checkForPodLevel(name, entryPath, errors);
            }
            QuantityRules.check(name, quantity, entryPath, errors);
            if (name.isHugePages() && !tolerances.partialHugePages()) {
                QuantityRules.checkPages(name, quantity, entryPath, errors);
            }
        }
    }

    private void checkAgainstLimit(ResourceName name, ResourceRequirements resources) {
        var request = resources.requests().amount(name);
        var limit = resources.limits().at(name);
        if (limit == null) {
            if (!name.allowsOvercommit()) {
                errors.add(FieldError.required(path + ".limits", "Limit must be set for non overcommitable resources"));
            }
            return;
        }
        if (!name.allowsOvercommit() && !request.equals(limit)) {
            errors.add(FieldError.invalid(
                    path + ".requests", request.toString(), "must be equal to " + name + " limit of " + limit));
        } else if (name.allowsOvercommit() && request.isGreaterThan(limit)) {
            errors.add(FieldError.invalid(
                    path + ".requests",
                    request.toString(),
                    "must be less than or equal to " + name + " limit of " + limit));
        }
    }

    private void checkHugePagesHaveCompany(ResourceRequirements resources) {
        var hugePages = false;
        var company = false;
        for (var amounts : List.of(resources.limits(), resources.requests())) {
            for (var name : amounts.names()) {
                hugePages |= name.isHugePages();
                company |= name.equals(ResourceName.CPU) || name.equals(ResourceName.MEMORY);
            }
        }
        if (hugePages && !company) errors.add(FieldError.forbidden(path, "HugePages require cpu or memory"));
    }
}
