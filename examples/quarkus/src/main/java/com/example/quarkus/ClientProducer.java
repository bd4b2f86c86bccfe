package com.example.quarkus;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The client of the application, from a kubeconfig in its configuration. */
public class ClientProducer {
    @Produces
    @ApplicationScoped
    KubernetesClient kubernetes(@ConfigProperty(name = "kubeconfig.text") String kubeconfig) {
        return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
    }
}
