package dev.plimsoll.kinds.expressions.functions;

import static dev.plimsoll.kinds.expressions.functions.Parameter.BOOL;
import static dev.plimsoll.kinds.expressions.functions.Parameter.TEXT;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;

/** Versions such as {@code 1.2.3-alpha.1}. */
final class SemverFunctions {
    private static final OpaqueType TYPE = OpaqueType.create("kubernetes.Semver");
    private static final Parameter SEMVER = new Parameter(TYPE, SemanticVersion.class);

    private SemverFunctions() {}

    static void addTo(FunctionLibrary library) {
        library.global("isSemver", SimpleType.BOOL, given -> isSemver(given[0], false), TEXT)
                .global("isSemver", SimpleType.BOOL, given -> isSemver(given[0], given[1]), TEXT, BOOL)
                .global("semver", TYPE, given -> parsed(given[0], false), TEXT)
                .global("semver", TYPE, given -> parsed(given[0], given[1]), TEXT, BOOL)
                .member("compareTo", SimpleType.INT, given -> (long) compared(given), SEMVER, SEMVER)
                .member("isLessThan", SimpleType.BOOL, given -> compared(given) < 0, SEMVER, SEMVER)
                .member("isGreaterThan", SimpleType.BOOL, given -> compared(given) > 0, SEMVER, SEMVER)
                .member("major", SimpleType.INT, given -> of(given[0]).major(), SEMVER)
                .member("minor", SimpleType.INT, given -> of(given[0]).minor(), SEMVER)
                .member("patch", SimpleType.INT, given -> of(given[0]).patch(), SEMVER);
    }

    private static SemanticVersion of(Object value) {
        return (SemanticVersion) value;
    }

    private static int compared(Object[] given) {
        return of(given[0]).compareTo(of(given[1]));
    }

    private static boolean isSemver(Object text, Object normalized) {
        return SemanticVersion.parse((String) text, (Boolean) normalized).isPresent();
    }

    private static SemanticVersion parsed(Object text, Object normalized) {
        return SemanticVersion.parse((String) text, (Boolean) normalized)
                .orElseThrow(() -> new IllegalArgumentException(
                        "semver parse error during conversion from string: Invalid Semantic Version \"" + text + "\""));
    }
}
