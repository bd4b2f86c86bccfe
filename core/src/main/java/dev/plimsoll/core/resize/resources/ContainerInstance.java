package dev.plimsoll.core.resize.resources;

import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.topology.state.OwnResources;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a container, as the runtime reports it. Texts are empty and numbers 0 where it said nothing.
 *
 * @param restartCount how many instances came before
 * @param finishedAtOrNull null while it runs
 * @param endedBy why it ended, such as {@code OOMKilled}, {@code Completed} or {@code Error}
 * @param limits what bounds it; null where the runtime does not say
 * @param createdWith what it was created with, as noted at its creation; {@link ResourceRequirements#ABSENT} where it was not
 * @param ownOrNull CPUs and memory that it was given for itself; null where nobody has noted it
 * @param message what it left to be told at its end
 * @param isReady whether the runtime lets it count as ready while it runs
 * @param userOrNull as whom its first process began; null where the runtime does not say
 */
public record ContainerInstance(
        String id,
        State state,
        int restartCount,
        int exitCode,
        Instant startedAt,
        @Nullable Instant finishedAtOrNull,
        String endedBy,
        String image,
        String imageId,
        @Nullable ContainerLimits limits,
        ResourceRequirements createdWith,
        @Nullable OwnResources ownOrNull,
        String message,
        boolean isReady,
        @Nullable ContainerUser userOrNull) {

    /** One that leaves no message, and is ready as soon as it runs. */
    public ContainerInstance(
            String id,
            State state,
            int restartCount,
            int exitCode,
            Instant startedAt,
            @Nullable Instant finishedAtOrNull,
            String endedBy,
            String image,
            String imageId,
            @Nullable ContainerLimits limits,
            ResourceRequirements createdWith,
            @Nullable OwnResources ownOrNull) {
        this(
                id,
                state,
                restartCount,
                exitCode,
                startedAt,
                finishedAtOrNull,
                endedBy,
                image,
                imageId,
                limits,
                createdWith,
                ownOrNull,
                "",
                true,
                null);
    }

    /** One of which it is not known what it has for itself. */
    public ContainerInstance(
            String id,
            State state,
            int restartCount,
            int exitCode,
            Instant startedAt,
            @Nullable Instant finishedAtOrNull,
            String endedBy,
            String image,
            String imageId,
            @Nullable ContainerLimits limits,
            ResourceRequirements createdWith) {
        this(
                id,
                state,
                restartCount,
                exitCode,
                startedAt,
                finishedAtOrNull,
                endedBy,
                image,
                imageId,
                limits,
                createdWith,
                null);
    }

    /** What an instance is doing. */
    public enum State {
        CREATED,
        RUNNING,
        EXITED,
        UNKNOWN
    }

    public boolean isRunning() {
        return state == State.RUNNING;
    }

    public boolean isExited() {
        return state == State.EXITED;
    }

    /** A container that runs, for code that makes instances rather than reads them. */
    public static ContainerInstance running(
            String id, int restartCount, Instant startedAt, @Nullable ContainerLimits limits) {
        return new ContainerInstance(
                id, State.RUNNING, restartCount, 0, startedAt, null, "", "", "", limits, ResourceRequirements.ABSENT);
    }

    public ContainerInstance exited(int code, String reason, Instant at) {
        return with(draft -> {
            draft.state = State.EXITED;
            draft.exitCode = code;
            draft.finishedAtOrNull = at;
            draft.endedBy = reason;
        });
    }

    public ContainerInstance withReadiness(boolean changed) {
        return with(draft -> draft.isReady = changed);
    }

    public ContainerInstance withLimits(ContainerLimits changed) {
        return with(draft -> draft.limits = changed);
    }

    public ContainerInstance createdWith(ResourceRequirements requirements) {
        return with(draft -> draft.createdWith = requirements);
    }

    public ContainerInstance withOwn(@Nullable OwnResources changed) {
        return with(draft -> draft.ownOrNull = changed);
    }

    public ContainerInstance withMessage(String changed) {
        return with(draft -> draft.message = changed);
    }

    public ContainerInstance withUser(@Nullable ContainerUser changed) {
        return with(draft -> draft.userOrNull = changed);
    }

    private ContainerInstance with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.build();
    }

    /** An instance, field by field: a copy with other values is written once. */
    private static final class Draft {
        private final String id;
        private State state;
        private final int restartCount;
        private int exitCode;
        private final Instant startedAt;
        private @Nullable Instant finishedAtOrNull;
        private String endedBy;
        private final String image;
        private final String imageId;
        private @Nullable ContainerLimits limits;
        private ResourceRequirements createdWith;
        private @Nullable OwnResources ownOrNull;
        private String message;
        private boolean isReady;
        private @Nullable ContainerUser userOrNull;

        Draft(ContainerInstance from) {
            id = from.id;
            state = from.state;
            restartCount = from.restartCount;
            exitCode = from.exitCode;
            startedAt = from.startedAt;
            finishedAtOrNull = from.finishedAtOrNull;
            endedBy = from.endedBy;
            image = from.image;
            imageId = from.imageId;
            limits = from.limits;
            createdWith = from.createdWith;
            ownOrNull = from.ownOrNull;
            message = from.message;
            isReady = from.isReady;
            userOrNull = from.userOrNull;
        }

        ContainerInstance build() {
            return new ContainerInstance(
                    id,
                    state,
                    restartCount,
                    exitCode,
                    startedAt,
                    finishedAtOrNull,
                    endedBy,
                    image,
                    imageId,
                    limits,
                    createdWith,
                    ownOrNull,
                    message,
                    isReady,
                    userOrNull);
        }
    }
}
