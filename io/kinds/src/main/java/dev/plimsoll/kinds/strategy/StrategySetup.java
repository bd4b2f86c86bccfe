package dev.plimsoll.kinds.strategy;

import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.rules.pod.PodTemplateRules;
import java.time.InstantSource;

/**
 * What the strategy of a kind is made from.
 *
 * @param shape the fields of the kind
 * @param checks what its descriptor asks of objects
 * @param server what strategies know of the server
 */
public record StrategySetup(Kind kind, KindShape shape, KindChecks checks, Server server) {
    /**
     * What all strategies of a server share.
     *
     * @param templates what is asked of the templates of pods
     * @param addressFamily of the addresses that services get
     */
    public record Server(FeatureGates gates, PodTemplateRules templates, InstantSource clock, String addressFamily) {}

    public FeatureGates gates() {
        return server.gates();
    }
}
