package dev.plimsoll.controllers.loop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.RequestResult;
import dev.plimsoll.client.pace.ComponentThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/**
 * Makes many things in batches that double: 1, 2, 4 and so on, each batch at once. The first batch with a failure is the last, so
 * that a quota that is used up refuses a few requests and not all of them.
 */
public final class SlowStart {
    private SlowStart() {}

    /**
     * What came of it.
     *
     * @param made how many
     * @param failures of the last batch
     */
    public record Result(int made, List<RequestResult<ObjectNode>> failures) {
        /** Empty where nothing failed. */
        public String problem() {
            return failures.isEmpty() ? "" : failures.getFirst().problem();
        }
    }

    public static Result run(int count, IntFunction<RequestResult<ObjectNode>> make) {
        var made = 0;
        for (var batch = 1; made < count; batch *= 2) {
            var size = Math.min(batch, count - made);
            var first = made;
            var failures = together(size, i -> make.apply(first + i));
            made += size - failures.size();
            if (!failures.isEmpty()) return new Result(made, failures);
        }
        return new Result(made, List.of());
    }

    /** All at once; those that failed. */
    public static List<RequestResult<ObjectNode>> together(int count, IntFunction<RequestResult<ObjectNode>> make) {
        var failures = new ArrayList<RequestResult<ObjectNode>>();
        if (count == 1) {
            var outcome = make.apply(0);
            if (!(outcome instanceof RequestResult.Done<ObjectNode>)) failures.add(outcome);
            return failures;
        }
        var tasks = new ArrayList<Callable<RequestResult<ObjectNode>>>();
        for (var i = 0; i < count; i++) {
            var index = i;
            tasks.add(() -> make.apply(index));
        }
        try (var threads = Executors.newThreadPerTaskExecutor(
                ComponentThreads.named("slow-start-", 0).factory())) {
            for (var result : threads.invokeAll(tasks)) {
                var outcome = result.get();
                if (!(outcome instanceof RequestResult.Done<ObjectNode>)) failures.add(outcome);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            failures.add(new RequestResult.Unreachable<>("interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return failures;
    }
}
