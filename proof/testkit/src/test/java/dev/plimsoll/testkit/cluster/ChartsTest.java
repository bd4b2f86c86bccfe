package dev.plimsoll.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.client.ApiResource;
import dev.plimsoll.client.ObjectName;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// Acceptance of nodes: charts
/** What usual charts bring into a cluster comes up: manifests in their form, with everything that they usually have. */
@PlimsollCluster(nodes = 2)
@Timeout(120)
class ChartsTest {
    private final TestCluster cluster;
    private final KubernetesClient kubernetes;

    ChartsTest(TestCluster cluster, KubernetesClient kubernetes) {
        this.cluster = cluster;
        this.kubernetes = kubernetes;
    }

    private void apply(String manifest) {
        kubernetes
                .load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8)))
                .create();
    }

    private static ObjectName named(String name) {
        return new ObjectName("default", name);
    }

    private void awaitReplicas(ApiResource resource, String name, int ready) {
        cluster.await(
                resource, named(name), seen -> seen.at("/status/readyReplicas").asInt() == ready);
    }

    private ObjectNode awaitReady(String pod) {
        return cluster.awaitPod("default", pod, seen -> {
            for (var condition : seen.at("/status/conditions")) {
                if (condition.path("type").asText().equals("Ready"))
                    return condition.path("status").asText().equals("True");
            }
            return false;
        });
    }

    private String sh(String pod, String container, String script) throws Exception {
        var out = new ByteArrayOutputStream();
        try (var session = kubernetes
                .pods()
                .inNamespace("default")
                .withName(pod)
                .inContainer(container)
                .writingOutput(out)
                .exec("sh", "-c", script)) {
            assertThat(session.exitCode().get(30, TimeUnit.SECONDS)).isZero();
        }
        return out.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void aDatabaseWithItsDisk() throws Exception {
        apply("""
                apiVersion: v1
                kind: Secret
                metadata: {name: pg, namespace: default}
                stringData: {postgres-password: swordfish}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: pg-headless, namespace: default}
                spec: {clusterIP: None, publishNotReadyAddresses: true, selector: {app: pg}, ports: [{name: tcp-postgresql, port: 5432, targetPort: tcp-postgresql}]}
                ---
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: pg, namespace: default}
                spec:
                  replicas: 2
                  serviceName: pg-headless
                  updateStrategy: {type: RollingUpdate}
                  selector: {matchLabels: {app: pg}}
                  template:
                    metadata: {labels: {app: pg}}
                    spec:
                      securityContext: {fsGroup: 1001}
                      automountServiceAccountToken: false
                      affinity:
                        podAntiAffinity:
                          preferredDuringSchedulingIgnoredDuringExecution:
                          - {weight: 1, podAffinityTerm: {labelSelector: {matchLabels: {app: pg}}, topologyKey: kubernetes.io/hostname}}
                      initContainers:
                      - name: init-chmod-data
                        image: os-shell:12
                        command: ["/bin/sh", "-ec", "chown 1001:1001 /bitnami/postgresql\\nmkdir -p /bitnami/postgresql/data\\nchmod 700 /bitnami/postgresql/data\\nfind /bitnami/postgresql -mindepth 1 -maxdepth 1 -not -name '.snapshot' -not -name 'lost+found' | xargs -r chown -R 1001:1001"]
                        volumeMounts: [{name: data, mountPath: /bitnami/postgresql}]
                      containers:
                      - name: postgresql
                        image: postgresql:16
                        env:
                        - {name: POSTGRESQL_PORT_NUMBER, value: "5432"}
                        - {name: POSTGRES_PASSWORD_FILE, value: /opt/secrets/postgres-password}
                        ports: [{name: tcp-postgresql, containerPort: 5432}]
                        livenessProbe: {exec: {command: ["/bin/sh", "-c", "exec pg_isready -U postgres -h 127.0.0.1 -p 5432"]}, periodSeconds: 1}
                        readinessProbe: {exec: {command: ["/bin/sh", "-c", "-e", "exec pg_isready -U postgres -h 127.0.0.1 -p 5432\\n"]}, periodSeconds: 1}
                        resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 192Mi}}
                        securityContext: {runAsUser: 1001, runAsNonRoot: true, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
                        volumeMounts:
                        - {name: empty-dir, mountPath: /tmp, subPath: tmp-dir}
                        - {name: password, mountPath: /opt/secrets}
                        - {name: dshm, mountPath: /dev/shm}
                        - {name: data, mountPath: /bitnami/postgresql}
                      volumes:
                      - {name: empty-dir, emptyDir: {}}
                      - {name: password, secret: {secretName: pg}}
                      - {name: dshm, emptyDir: {medium: Memory}}
                  volumeClaimTemplates:
                  - metadata: {name: data}
                    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 8Gi}}}
                """);
        awaitReplicas(ApiResource.STATEFUL_SETS, "pg", 2);
        assertThat(awaitReady("pg-0").at("/spec/nodeName"))
                .isNotEqualTo(awaitReady("pg-1").at("/spec/nodeName"));
        assertThat(sh("pg-0", "postgresql", "cat /opt/secrets/postgres-password; ls /bitnami/postgresql"))
                .isEqualTo("swordfishdata");
        sh("pg-1", "postgresql", "echo 16 > /bitnami/postgresql/data/PG_VERSION");
        var before = awaitReady("pg-1").at("/metadata/uid");
        kubernetes
                .pods()
                .inNamespace("default")
                .withName("pg-1")
                .withGracePeriod(0)
                .delete();
        cluster.awaitPod(
                "default",
                "pg-1",
                seen -> !seen.at("/metadata/uid").equals(before)
                        && seen.at("/status/phase").asText().equals("Running"));
        assertThat(sh("pg-1", "postgresql", "cat /bitnami/postgresql/data/PG_VERSION"))
                .isEqualTo("16");
    }

    @Test
    void aCacheThatIsConfiguredByScripts() throws Exception {
        apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: redis-health, namespace: default}
                data:
                  ping_readiness_local.sh: |-
                    #!/bin/sh
                    response=$(timeout -s 15 $1 echo PONG)
                    case "$response" in
                      PONG) exit 0 ;;
                      *) echo "$response"; exit 1 ;;
                    esac
                  start.sh: |
                    #!/bin/sh
                    conf() {
                      printf '%s %s\\n' "$1" "$2" >> /data/redis.conf
                    }
                    conf port 6379
                    conf appendonly yes
                    exec redis-server /data/redis.conf
                ---
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: redis-master, namespace: default}
                spec:
                  serviceName: redis-headless
                  selector: {matchLabels: {app: redis}}
                  template:
                    metadata: {labels: {app: redis}, annotations: {checksum/configmap: "86bcc953bb473748a3d3dc60b7c11f34e60c93519234d4c37f42e22ada559d47"}}
                    spec:
                      containers:
                      - name: redis
                        image: redis:7
                        command: [/bin/sh, /scripts/start.sh]
                        ports: [{name: redis, containerPort: 6379}]
                        livenessProbe: {tcpSocket: {port: redis}, periodSeconds: 1}
                        readinessProbe: {exec: {command: [sh, -c, "sh /scripts/ping_readiness_local.sh 1"]}, periodSeconds: 1, timeoutSeconds: 2}
                        volumeMounts: [{name: health, mountPath: /scripts}, {name: redis-data, mountPath: /data}]
                      volumes: [{name: health, configMap: {name: redis-health, defaultMode: 0755}}]
                  volumeClaimTemplates:
                  - metadata: {name: redis-data, labels: {app: redis}}
                    spec: {accessModes: [ReadWriteOnce], storageClassName: standard, resources: {requests: {storage: 8Gi}}}
                """);
        awaitReplicas(ApiResource.STATEFUL_SETS, "redis-master", 1);
        assertThat(sh("redis-master-0", "redis", "cat /data/redis.conf")).isEqualTo("port 6379\nappendonly yes");
    }

    @Test
    void anIngressControllerOnEveryNode() {
        apply("""
                apiVersion: networking.k8s.io/v1
                kind: IngressClass
                metadata: {name: nginx}
                spec: {controller: k8s.io/ingress-nginx}
                ---
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: ingress, namespace: default}
                spec:
                  selector: {matchLabels: {app: ingress}}
                  template:
                    metadata: {labels: {app: ingress}}
                    spec:
                      dnsPolicy: ClusterFirst
                      nodeSelector: {kubernetes.io/os: linux}
                      tolerations: [{operator: Exists}]
                      containers:
                      - name: controller
                        image: ingress-nginx/controller:v1
                        args: [/nginx-ingress-controller, "--election-id=ingress", "--controller-class=k8s.io/ingress-nginx"]
                        lifecycle: {preStop: {exec: {command: [/wait-shutdown]}}}
                        env:
                        - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                        - {name: LD_PRELOAD, value: /usr/local/lib/libmimalloc.so}
                        ports: [{name: http, containerPort: 80, hostPort: 80}, {name: https, containerPort: 443, hostPort: 443}]
                        livenessProbe: {httpGet: {path: /healthz, port: 10254, scheme: HTTP}, initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 5}
                        readinessProbe: {httpGet: {path: /healthz, port: 10254, scheme: HTTP}, initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 3}
                        securityContext: {runAsUser: 101, allowPrivilegeEscalation: false, capabilities: {drop: [ALL], add: [NET_BIND_SERVICE]}}
                        resources: {requests: {cpu: 100m, memory: 90Mi}}
                """);
        cluster.await(
                ApiResource.DAEMON_SETS,
                named("ingress"),
                seen -> seen.at("/status/numberReady").asInt() == 2);
    }

    @Test
    void aWebhookWithItsChecks() {
        apply("""
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: cm-webhook, namespace: default}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: cm-webhook, namespace: default}
                rules: [{apiGroups: [""], resources: [secrets], resourceNames: [cm-webhook-ca], verbs: [get, list, watch, update]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: cm-webhook, namespace: default}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: cm-webhook}
                subjects: [{kind: ServiceAccount, name: cm-webhook, namespace: default}]
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: cm-webhook, namespace: default}
                spec: {type: ClusterIP, selector: {app: cm-webhook}, ports: [{name: https, port: 443, targetPort: https}]}
                ---
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: cm-webhook, namespace: default}
                spec: {minAvailable: 1, selector: {matchLabels: {app: cm-webhook}}}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: cm-webhook, namespace: default}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: cm-webhook}}
                  template:
                    metadata: {labels: {app: cm-webhook}}
                    spec:
                      serviceAccountName: cm-webhook
                      enableServiceLinks: false
                      securityContext: {runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}
                      topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: cm-webhook}}}]
                      containers:
                      - name: cm-webhook
                        image: cert-manager-webhook:v1
                        args: ["--v=2", "--secure-port=10250", "--dynamic-serving-ca-secret-namespace=$(POD_NAMESPACE)"]
                        ports: [{name: https, protocol: TCP, containerPort: 10250}, {name: healthcheck, protocol: TCP, containerPort: 6080}]
                        startupProbe: {grpc: {port: 6081}, periodSeconds: 1}
                        livenessProbe: {httpGet: {path: /livez, port: healthcheck, scheme: HTTP}, periodSeconds: 1}
                        readinessProbe: {httpGet: {path: /healthz, port: healthcheck, scheme: HTTP}, periodSeconds: 1}
                        env: [{name: POD_NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}]
                        securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
                ---
                apiVersion: batch/v1
                kind: Job
                metadata: {name: cm-check, namespace: default}
                spec:
                  backoffLimit: 4
                  ttlSecondsAfterFinished: 600
                  template:
                    spec:
                      restartPolicy: OnFailure
                      containers:
                      - name: check
                        image: busybox
                        command: [sh, -ec, 'n=0; until wget -q -O /dev/null http://cm-webhook:443/; do n=$((n+1)); [ $n -lt 100 ] || exit 1; sleep 0.2; done']
                """);
        awaitReplicas(ApiResource.DEPLOYMENTS, "cm-webhook", 2);
        cluster.await(
                ApiResource.JOBS,
                named("cm-check"),
                seen -> seen.at("/status/succeeded").asInt() == 1);
    }
}
