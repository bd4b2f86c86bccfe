package dev.plimsoll.core.resize.resources;

import dev.plimsoll.core.model.ResourceRequirements;
import dev.plimsoll.core.topology.state.OwnResources;
import java.time.Instant;
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
        return new ContainerInstance(
                id,
                State.EXITED,
                restartCount,
                code,
                startedAt,
                at,
                reason,
                image,
                imageId,
                limits,
                createdWith,
                ownOrNull,
                message,
                isReady,
                userOrNull);
    }

    public ContainerInstance withReadiness(boolean changed) {
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
                changed,
                userOrNull);
    }

    public ContainerInstance withLimits(ContainerLimits changed) {
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
                changed,
                createdWith,
                ownOrNull,
                message,
                isReady,
                userOrNull);
    }

    public ContainerInstance createdWith(ResourceRequirements requirements) {
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
                requirements,
                ownOrNull,
                message,
                isReady,
                userOrNull);
    }

    public ContainerInstance withOwn(@Nullable OwnResources changed) {
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
                changed,
                message,
                isReady,
                userOrNull);
    }

    public ContainerInstance withMessage(String changed) {
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
                changed,
                isReady,
                userOrNull);
    }

    public ContainerInstance withUser(@Nullable ContainerUser changed) {
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
                changed);
    }
}
