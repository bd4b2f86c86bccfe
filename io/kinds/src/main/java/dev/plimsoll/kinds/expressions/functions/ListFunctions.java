package dev.plimsoll.kinds.expressions.functions;

import static dev.plimsoll.kinds.expressions.functions.Parameter.ANY;
import static dev.plimsoll.kinds.expressions.functions.Parameter.ANY_TYPE;
import static dev.plimsoll.kinds.expressions.functions.Parameter.LIST;
import static dev.plimsoll.kinds.expressions.functions.Parameter.TEXT;

import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Lists, beyond what the language's own extension has. */
final class ListFunctions {
    private static final Parameter KEYS = new Parameter(ListType.create(TypeParamType.create("K")), Collection.class);

    private ListFunctions() {}

    static void addTo(FunctionLibrary library) {
        library.member("isSorted", SimpleType.BOOL, given -> Lists.isSorted(list(given)), LIST)
                .member("sum", ANY_TYPE, given -> Lists.sum(list(given)), LIST)
                .member("min", ANY_TYPE, given -> Lists.extreme(list(given), -1), LIST)
                .member("max", ANY_TYPE, given -> Lists.extreme(list(given), 1), LIST)
                .member("includes", SimpleType.BOOL, given -> Lists.indexOf(list(given), given[1]) >= 0, LIST, ANY)
                .member("indexOf", SimpleType.INT, given -> Lists.indexOf(list(given), given[1]), LIST, ANY)
                .member("lastIndexOf", SimpleType.INT, given -> Lists.lastIndexOf(list(given), given[1]), LIST, ANY)
                .global(
                        SortBy.FUNCTION,
                        LIST.type(),
                        given -> SortBy.sorted(list(given), (Collection<?>) given[1]),
                        LIST,
                        KEYS)
                .known("indexOf", given -> Texts.indexOf((String) given[0], (String) given[1]), TEXT, TEXT)
                .known("lastIndexOf", given -> Texts.lastIndexOf((String) given[0], (String) given[1]), TEXT, TEXT)
                .known("reverse", given -> reversed(list(given)), LIST)
                .known(
                        "reverse",
                        given -> new StringBuilder((String) given[0]).reverse().toString(),
                        TEXT);
    }

    private static Collection<?> list(Object[] given) {
        return (Collection<?>) given[0];
    }

    private static List<Object> reversed(Collection<?> list) {
        var copy = new ArrayList<Object>(list);
        Collections.reverse(copy);
        return copy;
    }
}
