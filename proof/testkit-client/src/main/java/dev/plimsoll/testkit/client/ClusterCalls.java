package dev.plimsoll.testkit.client;

import dev.plimsoll.testkit.client.process.ClusterChild;
import dev.plimsoll.testkit.work.OperatorWork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Asks the process of the clusters about one cluster. */
final class ClusterCalls {
    private final ClusterChild child;
    private final String id;
    private final OperatorWork work;

    ClusterCalls(ClusterChild child, String id, OperatorWork work) {
        this.child = child;
        this.id = id;
        this.work = work;
    }

    private List<String> request(String verb, String... arguments) {
        var request = new ArrayList<>(List.of(verb, id));
        request.addAll(List.of(arguments));
        return request;
    }

    List<String> ask(String verb, String... arguments) {
        return child.call(request(verb, arguments), question -> work.look().message());
    }

    void tell(String verb, String... arguments) {
        ask(verb, arguments);
    }

    String one(String verb, String... arguments) {
        return ask(verb, arguments).get(0);
    }

    /** The same; whether a document is as expected is asked meanwhile. What the condition throws, this throws. */
    List<String> askWith(Predicate<ApiDocument> condition, String verb, String... arguments) {
        var asked = new AskedCondition(condition);
        try {
            return child.call(request(verb, arguments), asked::answer);
        } catch (RuntimeException | AssertionError e) {
            asked.rethrow();
            throw e;
        }
    }

    /** A condition of a test, asked by the process of the cluster. */
    private static final class AskedCondition {
        private final Predicate<ApiDocument> condition;
        private @Nullable RuntimeException exception;
        private @Nullable Error error;

        AskedCondition(Predicate<ApiDocument> condition) {
            this.condition = condition;
        }

        List<String> answer(List<String> question) {
            try {
                return List.of(Boolean.toString(condition.test(ApiDocument.parse(question.get(1)))));
            } catch (RuntimeException e) {
                exception = e;
            } catch (Error e) {
                error = e;
            }
            return List.of("threw");
        }

        void rethrow() {
            if (exception != null) throw exception;
            if (error != null) throw error;
        }
    }
}
