package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.protobuf.MessageType;
import dev.plimsoll.codec.protobuf.MessageTypes;
import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.rules.field.FieldValue;
import dev.plimsoll.kinds.rules.field.ImmutableFields;
import dev.plimsoll.kinds.rules.field.ObjectRule;
import dev.plimsoll.kinds.rules.pod.PodTemplateRules;
import dev.plimsoll.kinds.strategy.KindChecks;
import dev.plimsoll.kinds.strategy.Strategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.objects.ApiObject;
import dev.plimsoll.objects.ObjectKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything that the server knows of one of its own kinds. It is written down once, in the list of the kind's group.
 *
 * @param kind its names and how clients reach it
 * @param object what programs read its objects as
 * @param rules what is asked of an object; the rules of pod templates depend on gates
 * @param immutable what a change may not touch
 * @param warnings what clients should know of a {@code spec} though nothing is wrong
 * @param metadataLast whether the metadata are looked at only if nothing else is wrong
 * @param strategy what is special about its writes
 */
public record KindDescriptor(
        Kind kind,
        ObjectKind<? extends ApiObject> object,
        Function<PodTemplateRules, ObjectRule> rules,
        ImmutableFields immutable,
        Function<FieldValue, List<String>> warnings,
        boolean metadataLast,
        Function<StrategySetup, Strategy> strategy) {

    /** Such as {@code v1} or {@code apps/v1}, and the names of the kind. */
    static KindDescriptorBuilder of(String apiVersion, String name, String plural) {
        return KindDescriptorBuilder.of(apiVersion, name, plural);
    }

    /** A kind with the names and the scope of what programs read. */
    static KindDescriptorBuilder of(ObjectKind<? extends ApiObject> object) {
        return KindDescriptorBuilder.of(object);
    }

    Strategy strategy(KindShape shape, StrategySetup.Server server) {
        var checks = new KindChecks(rules.apply(server.templates()), immutable, warnings, metadataLast);
        return strategy.apply(new StrategySetup(kind, shape, checks, server));
    }

    /** Its message in protobuf, of which the name follows from group, version and kind; kinds outside Kubernetes have none. */
    public Optional<MessageType> message() {
        return MessageTypes.ofKind(kind.apiVersion(), kind.name());
    }
}
