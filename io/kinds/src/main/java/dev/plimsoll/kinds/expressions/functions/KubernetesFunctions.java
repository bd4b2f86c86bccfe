package dev.plimsoll.kinds.expressions.functions;

import static dev.plimsoll.kinds.expressions.functions.Parameter.TEXT;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;

/** The functions of each environment. */
public final class KubernetesFunctions {
    /** The type of the variable {@code authorizer}. */
    public static final CelType AUTHORIZER = AuthorizerFunctions.AUTHORIZER;
    /** The type of the variable {@code authorizer.requestResource}. */
    public static final CelType REQUEST_RESOURCE = AuthorizerFunctions.RESOURCE;

    /** What the rules of schemas can call. */
    public static final FunctionLibrary COMMON = common();
    /** The same, and questions to the authorizer: what conditions, validations and mutations can call. */
    public static final FunctionLibrary ADMISSION = admission();

    private KubernetesFunctions() {}

    private static FunctionLibrary common() {
        var library = new FunctionLibrary();
        ListFunctions.addTo(library);
        TextFunctions.addTo(library);
        UrlFunctions.addTo(library);
        IpFunctions.addTo(library);
        QuantityFunctions.addTo(library);
        SemverFunctions.addTo(library);
        FormatFunctions.addTo(library);
        return library;
    }

    private static FunctionLibrary admission() {
        var library = common();
        AuthorizerFunctions.addTo(library);
        library.global("jsonpatch.escapeKey", SimpleType.STRING, given -> escaped((String) given[0]), TEXT);
        return library;
    }

    /** As RFC 6901 has it. */
    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
