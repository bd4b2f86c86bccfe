package dev.plimsoll.kinds.builtin;

import dev.plimsoll.codec.schema.KindShape;
import dev.plimsoll.codec.schema.Schema;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.kinds.Kind;
import dev.plimsoll.kinds.expressions.Expressions;
import dev.plimsoll.kinds.rules.pod.PodTemplateRules;
import dev.plimsoll.kinds.strategy.Strategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import dev.plimsoll.kinds.strategy.builtin.CustomStrategy;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The strategy of each kind: of the server's own as their descriptors say, of others as their definitions do. */
public final class Strategies {
    private final Map<Kind, Strategy> strategies = new ConcurrentHashMap<>();
    private final Expressions expressions = new Expressions();
    private final Schema schema;
    private final StrategySetup.Server server;

    /** For a cluster whose services have addresses of the family IPv4. */
    public Strategies(Schema schema, FeatureGates gates, InstantSource clock) {
        this(schema, gates, clock, "IPv4");
    }

    /**
     * Strategies are made when somebody first asks for them.
     *
     * @param addressFamily of the addresses that services get
     */
    public Strategies(Schema schema, FeatureGates gates, InstantSource clock, String addressFamily) {
        this.schema = schema;
        this.server = new StrategySetup.Server(gates, PodTemplateRules.under(gates), clock, addressFamily);
    }

    public Strategy of(Kind kind) {
        var extension = kind.extension();
        if (extension != null) return new CustomStrategy(kind, extension, expressions);
        var known = strategies.get(kind);
        return known != null ? known : strategies.computeIfAbsent(kind, this::strategy);
    }

    private Strategy strategy(Kind kind) {
        return Kinds.descriptor(kind).strategy(shape(kind), server);
    }

    /** What a document of a kind is read with: its shape, or of a kind with a definition, what every object has. */
    public KindShape envelope(Kind kind) {
        var extension = kind.extension();
        return extension == null ? shape(kind) : extension.envelope();
    }

    public KindShape shape(Kind kind) {
        var extension = kind.extension();
        return extension != null ? extension.shape() : schema.shapeOf(kind.apiVersion(), kind.name());
    }
}
