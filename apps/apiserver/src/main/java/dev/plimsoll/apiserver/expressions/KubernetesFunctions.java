package dev.plimsoll.apiserver.expressions;

import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeLibrary;
import dev.plimsoll.core.quantity.ParsedQuantity;
import dev.plimsoll.core.quantity.Quantity;
import java.util.Collection;
import java.util.List;

/** Functions that Kubernetes has beside those of the language: of lists, of texts, of quantities. */
final class KubernetesFunctions implements CelCompilerLibrary, CelRuntimeLibrary {
    private static final CelType ANY = TypeParamType.create("T");
    private static final CelType LIST = ListType.create(ANY);
    private static final CelType TEXTS = ListType.create(SimpleType.STRING);
    private static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");

    @Override
    public void setCheckerOptions(CelCheckerBuilder checker) {
        checker.addFunctionDeclarations(
                member("isSorted", "list_is_sorted", SimpleType.BOOL, LIST),
                member("sum", "list_sum", ANY, LIST),
                member("min", "list_min", ANY, LIST),
                member("max", "list_max", ANY, LIST),
                member("find", "string_find", SimpleType.STRING, SimpleType.STRING, SimpleType.STRING),
                member("findAll", "string_find_all", TEXTS, SimpleType.STRING, SimpleType.STRING),
                function("isQuantity", "is_quantity", SimpleType.BOOL, SimpleType.STRING),
                function("quantity", "quantity", QUANTITY, SimpleType.STRING),
                member("compareTo", "quantity_compare", SimpleType.INT, QUANTITY, QUANTITY),
                member("isLessThan", "quantity_less", SimpleType.BOOL, QUANTITY, QUANTITY),
                member("isGreaterThan", "quantity_greater", SimpleType.BOOL, QUANTITY, QUANTITY),
                member("sign", "quantity_sign", SimpleType.INT, QUANTITY),
                member("add", "quantity_add", QUANTITY, QUANTITY, QUANTITY),
                member("sub", "quantity_sub", QUANTITY, QUANTITY, QUANTITY),
                member("asInteger", "quantity_integer", SimpleType.INT, QUANTITY));
    }

    private static CelFunctionDecl member(String name, String id, CelType result, CelType... of) {
        return CelFunctionDecl.newFunctionDeclaration(name, CelOverloadDecl.newMemberOverload(id, result, List.of(of)));
    }

    private static CelFunctionDecl function(String name, String id, CelType result, CelType of) {
        return CelFunctionDecl.newFunctionDeclaration(name, CelOverloadDecl.newGlobalOverload(id, result, of));
    }

    @Override
    public void setRuntimeOptions(CelRuntimeBuilder runtime) {
        runtime.addFunctionBindings(
                CelFunctionBinding.from("list_is_sorted", Collection.class, Lists::isSorted),
                CelFunctionBinding.from("list_sum", Collection.class, Lists::sum),
                CelFunctionBinding.from("list_min", Collection.class, list -> Lists.extreme(list, -1)),
                CelFunctionBinding.from("list_max", Collection.class, list -> Lists.extreme(list, 1)),
                CelFunctionBinding.from("string_find", String.class, String.class, Texts::find),
                CelFunctionBinding.from("string_find_all", String.class, String.class, Texts::findAll));
        runtime.addFunctionBindings(
                CelFunctionBinding.from(
                        "is_quantity", String.class, text -> Quantity.parse(text) instanceof ParsedQuantity.Parsed),
                CelFunctionBinding.from("quantity", String.class, KubernetesFunctions::quantity),
                CelFunctionBinding.from("quantity_compare", Quantity.class, Quantity.class, (one, other) ->
                        (long) one.compareTo(other)),
                CelFunctionBinding.from(
                        "quantity_less", Quantity.class, Quantity.class, (one, other) -> one.compareTo(other) < 0),
                CelFunctionBinding.from(
                        "quantity_greater", Quantity.class, Quantity.class, (one, other) -> one.compareTo(other) > 0),
                CelFunctionBinding.from("quantity_sign", Quantity.class, each -> (long) each.sign()),
                CelFunctionBinding.from("quantity_add", Quantity.class, Quantity.class, Quantity::plus),
                CelFunctionBinding.from("quantity_sub", Quantity.class, Quantity.class, Quantity::minus),
                CelFunctionBinding.from("quantity_integer", Quantity.class, Quantity::value));
    }

    private static Quantity quantity(String text) {
        return switch (Quantity.parse(text)) {
            case ParsedQuantity.Parsed(var quantity) -> quantity;
            case ParsedQuantity.Malformed(var why) -> throw new IllegalArgumentException(why);
        };
    }
}
