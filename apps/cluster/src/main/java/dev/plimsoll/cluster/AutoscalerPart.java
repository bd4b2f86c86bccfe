package dev.plimsoll.cluster;

import dev.plimsoll.apiserver.tls.Pki;
import dev.plimsoll.autoscaler.Autoscaler;
import dev.plimsoll.autoscaler.AutoscalerSettings;
import dev.plimsoll.autoscaler.admission.AdmissionSettings;
import dev.plimsoll.autoscaler.admission.ServingIdentity;
import dev.plimsoll.autoscaler.admission.WebhookListener;
import dev.plimsoll.autoscaler.pace.Pace;
import dev.plimsoll.client.ApiClient;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.pace.ComponentThreads;
import dev.plimsoll.objects.NamespaceObject;
import dev.plimsoll.runtime.ErrorReporter;
import dev.plimsoll.runtime.ProgramContext;
import dev.plimsoll.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;

/** The autoscaler of a cluster, with its webhook on a port of this machine. It starts while the cluster is in use already. */
final class AutoscalerPart implements AutoCloseable {
    private final Autoscaler autoscaler;
    private final ErrorReporter errors;
    private final Thread starter;
    private volatile boolean isClosing;

    private AutoscalerPart(Autoscaler autoscaler, ErrorReporter errors) {
        this.autoscaler = autoscaler;
        this.errors = errors;
        this.starter = ComponentThreads.named("autoscaler-start").unstarted(this::run);
    }

    /**
     * One that has not started.
     *
     * @param listener how its webhook listens
     * @param speed how many times as fast time passes for it
     */
    static AutoscalerPart of(
            Autoscaler.Clients clients, Pki pki, WebhookListener listener, double speed, ProgramContext context) {
        var loopback = InetAddress.ofLiteral("127.0.0.1");
        var authority = pki.authority();
        var tls = pki.serving("plimsoll-autoscaler", List.of("localhost"), List.of(loopback))
                .context(null);
        var admission = AdmissionSettings.local(
                new InetSocketAddress(loopback, 0),
                ServingIdentity.of(tls, Pem.of(authority.certificate())),
                AutoscalerSettings.NEW);
        var pace = speed == 1
                ? Pace.usual(context.time())
                : Pace.faster(
                        context.time(),
                        speed,
                        made(clients.recommender(), pki.clock().instant()));
        return new AutoscalerPart(
                new Autoscaler(clients, AutoscalerSettings.together(admission), pace, context).listeningBy(listener),
                context.reporter());
    }

    /** When the cluster was made: the same for every start, so that its histories go on. */
    private static Instant made(ApiClient client, Instant otherwise) {
        return client.get(ApiResource.NAMESPACES, ObjectName.ofCluster("kube-system"))
                .done()
                .map(document -> new NamespaceObject(document).metadata().created())
                .orElse(otherwise);
    }

    void start() {
        starter.start();
    }

    private void run() {
        try {
            autoscaler.start();
        } catch (IOException e) {
            errors.tell("it does not start: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the cluster is stopping
        } catch (IllegalStateException e) {
            if (!isClosing) throw e; // a server that is interrupted while it starts says that it did not
        }
    }

    /** Only when it no longer starts: what it opens after that would stay open. */
    @Override
    public void close() {
        isClosing = true;
        starter.interrupt();
        try {
            starter.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // whoever closes is in a hurry; what is open by now is closed
        }
        autoscaler.close();
    }
}
