package dev.plimsoll.kinds.expressions.functions;

import static dev.plimsoll.kinds.expressions.functions.Parameter.TEXT;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import java.util.Optional;

/** What texts of a named format look like: {@code format.dns1123Label().validate(self.name)}. */
final class FormatFunctions {
    private static final OpaqueType TYPE = OpaqueType.create("kubernetes.NamedFormat");
    private static final Parameter FORMAT = new Parameter(TYPE, NamedFormat.class);

    private FormatFunctions() {}

    static void addTo(FunctionLibrary library) {
        library.global("format.named", OptionalType.create(TYPE), given -> NamedFormat.find((String) given[0]), TEXT);
        for (var format : NamedFormat.values()) library.global("format." + format.text(), TYPE, _ -> format);
        library.member(
                "validate",
                OptionalType.create(ListType.create(SimpleType.STRING)),
                given -> {
                    var wrong = ((NamedFormat) given[0]).messages((String) given[1]);
                    return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong);
                },
                FORMAT,
                TEXT);
    }
}
