package dev.plimsoll.kinds.strategy.builtin;

import dev.plimsoll.core.validation.FieldError;
import dev.plimsoll.kinds.rules.PodCertificateAnswerRules;
import dev.plimsoll.kinds.strategy.RuledStrategy;
import dev.plimsoll.kinds.strategy.StrategySetup;
import java.util.List;

/** A PodCertificateRequest: what its signer answers is checked too. */
public final class PodCertificateRequestStrategy extends RuledStrategy {
    public PodCertificateRequestStrategy(StrategySetup setup) {
        super(setup);
    }

    @Override
    public List<FieldError> checkChange(Write write) {
        return write.isOf("status")
                ? PodCertificateAnswerRules.check(write.stored(), write.sent())
                : super.checkChange(write);
    }
}
