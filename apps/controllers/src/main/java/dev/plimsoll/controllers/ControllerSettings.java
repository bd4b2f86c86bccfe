package dev.plimsoll.controllers;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.lease.LeaseTimes;
import dev.plimsoll.controllers.certificates.SigningAuthority;
import dev.plimsoll.controllers.tokens.TokenSigner;
import dev.plimsoll.core.gates.FeatureGates;
import dev.plimsoll.core.workloads.horizontal.AutoscalerTimes;
import dev.plimsoll.core.workloads.nodelifecycle.NodeTimes;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How controllers are to run.
 *
 * @param workers threads of each controller
 * @param election how one of several processes is chosen
 * @param nodeTimes how long a node may be silent, and what follows when
 * @param autoscalerTimes how patient horizontal pod autoscalers are
 * @param rootCertificates by which pods know the API server, as PEM text; empty where nobody says, and then none are published
 * @param signing with what requests for certificates are signed
 * @param tokenSigner makes the tokens that are kept in secrets; null where nobody does
 */
public record ControllerSettings(
        Set<ControllerName> controllers,
        FeatureGates gates,
        int workers,
        Election election,
        NodeTimes nodeTimes,
        AutoscalerTimes autoscalerTimes,
        String rootCertificates,
        SigningAuthority signing,
        @Nullable TokenSigner tokenSigner) {
    public ControllerSettings {
        controllers = Set.copyOf(controllers);
        if (workers < 1) throw new IllegalArgumentException("a controller needs a worker");
    }

    /** Which process may act. */
    public sealed interface Election {
        /** This one, always. */
        record None() implements Election {}

        /**
         * The one that holds a lease.
         *
         * @param identity of this process, unlike that of any other
         */
        record ByLease(ObjectName lease, String identity, LeaseTimes times) implements Election {
            /** The lease that kube-controller-manager takes, so that never both act. */
            public static ByLease usual(String identity, LeaseTimes times) {
                return new ByLease(new ObjectName("kube-system", "kube-controller-manager"), identity, times);
            }
        }
    }

    /** All controllers, without an election. */
    public static final ControllerSettings DEFAULT = new ControllerSettings(
            EnumSet.allOf(ControllerName.class),
            FeatureGates.DEFAULT,
            5,
            new Election.None(),
            NodeTimes.DEFAULT,
            AutoscalerTimes.DEFAULT,
            "",
            SigningAuthority.NONE,
            null);

    public ControllerSettings with(Election chosen) {
        return new ControllerSettings(
                controllers,
                gates,
                workers,
                chosen,
                nodeTimes,
                autoscalerTimes,
                rootCertificates,
                signing,
                tokenSigner);
    }

    public ControllerSettings with(Set<ControllerName> chosen) {
        return new ControllerSettings(
                chosen, gates, workers, election, nodeTimes, autoscalerTimes, rootCertificates, signing, tokenSigner);
    }

    public ControllerSettings with(FeatureGates chosen) {
        return new ControllerSettings(
                controllers,
                chosen,
                workers,
                election,
                nodeTimes,
                autoscalerTimes,
                rootCertificates,
                signing,
                tokenSigner);
    }

    public ControllerSettings with(NodeTimes chosen) {
        return new ControllerSettings(
                controllers, gates, workers, election, chosen, autoscalerTimes, rootCertificates, signing, tokenSigner);
    }

    public ControllerSettings with(AutoscalerTimes chosen) {
        return new ControllerSettings(
                controllers, gates, workers, election, nodeTimes, chosen, rootCertificates, signing, tokenSigner);
    }

    public ControllerSettings withRootCertificates(String chosen) {
        return new ControllerSettings(
                controllers, gates, workers, election, nodeTimes, autoscalerTimes, chosen, signing, tokenSigner);
    }

    public ControllerSettings with(SigningAuthority chosen) {
        return new ControllerSettings(
                controllers,
                gates,
                workers,
                election,
                nodeTimes,
                autoscalerTimes,
                rootCertificates,
                chosen,
                tokenSigner);
    }

    public ControllerSettings with(TokenSigner chosen) {
        return new ControllerSettings(
                controllers, gates, workers, election, nodeTimes, autoscalerTimes, rootCertificates, signing, chosen);
    }
}
