package dev.plimsoll.kinds.expressions.functions;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import java.util.Collection;

/** What a function takes: its type in the language, and the class of its values. */
public record Parameter(CelType type, Class<?> values) {
    static final CelType ANY_TYPE = TypeParamType.create("T");

    static final Parameter TEXT = new Parameter(SimpleType.STRING, String.class);
    static final Parameter INT = new Parameter(SimpleType.INT, Long.class);
    static final Parameter BOOL = new Parameter(SimpleType.BOOL, Boolean.class);
    static final Parameter ANY = new Parameter(ANY_TYPE, Object.class);
    static final Parameter LIST = new Parameter(ListType.create(ANY_TYPE), Collection.class);
    static final Parameter ANYTHING_LIST = new Parameter(ListType.create(SimpleType.DYN), Collection.class);
}
