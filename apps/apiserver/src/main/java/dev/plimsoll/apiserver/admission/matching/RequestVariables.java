package dev.plimsoll.apiserver.admission.matching;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.kinds.expressions.ExpressionValues;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues;
import dev.plimsoll.kinds.expressions.functions.AuthorizerValues.Authorizer;
import dev.plimsoll.objects.access.Attributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What expressions see of a write. Each is made when an expression first gets to it. */
public final class RequestVariables implements Function<String, Optional<Object>> {
    private final Map<String, Supplier<Object>> suppliers = new HashMap<>();
    private final Map<String, Object> known = new HashMap<>();

    public RequestVariables(MatchedRequest request, Authorizer authorizer) {
        var review = request.review();
        var rights = new AuthorizerValues(authorizer, review.user());
        suppliers.put("object", () -> ExpressionValues.of(request.object()));
        suppliers.put("oldObject", () -> ExpressionValues.of(request.old()));
        suppliers.put("request", () -> ExpressionValues.of(request.request().document()));
        suppliers.put("authorizer", () -> rights);
        suppliers.put(
                "authorizer.requestResource",
                () -> rights.resource(new Attributes(
                        "",
                        request.kind().group(),
                        request.kind().plural(),
                        review.subresource(),
                        review.namespace(),
                        review.name(),
                        "",
                        "")));
    }

    /** Adds a document; null if there is none. */
    public RequestVariables with(String name, Supplier<? extends @Nullable JsonNode> document) {
        suppliers.put(name, () -> ExpressionValues.of(document.get()));
        return this;
    }

    /** Adds what another expression gives. */
    public void computed(String name, Supplier<Object> value) {
        suppliers.put(name, value);
    }

    @Override
    public Optional<Object> apply(String name) {
        var supplier = suppliers.get(name);
        if (supplier == null) return Optional.empty();
        var found = known.get(name);
        if (found == null) {
            found = supplier.get();
            known.put(name, found);
        }
        return Optional.of(found);
    }
}
