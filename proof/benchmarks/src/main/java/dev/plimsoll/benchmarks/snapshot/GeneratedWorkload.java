package dev.plimsoll.benchmarks.snapshot;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Random;

/**
 * A workload: what its pods are made from, and how many there are.
 *
 * @param milliCores what one pod asks for
 * @param mebibytes what one pod asks for
 */
record GeneratedWorkload(
        Kind kind, String namespace, String name, int replicas, long milliCores, long mebibytes, ObjectNode template) {
    /** Controllers of pods. */
    enum Kind {
        DEPLOYMENT,
        STATEFUL_SET,
        DAEMON_SET,
        JOB
    }

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int[] CPU = {50, 100, 100, 200, 250, 500, 500, 1000, 2000};
    private static final int[] MEMORY = {64, 128, 256, 256, 512, 512, 1024, 2048, 4096};

    static GeneratedWorkload of(Random random, int number, int namespaces, int most) {
        var kind = kind(random);
        var namespace = "team-%03d".formatted(number % namespaces);
        var name = kind.name().toLowerCase(java.util.Locale.ROOT).replace("_", "") + "-" + number;
        // Many small ones and a few large ones, as it is in clusters.
        var replicas = Math.min(
                most,
                1 + (int) (random.nextDouble() < 0.1 ? random.nextInt(150) : -3 * Math.log(1 - random.nextDouble())));
        return of(random, kind, namespace, name, replicas);
    }

    private static Kind kind(Random random) {
        var left = random.nextInt(100);
        return left < 78 ? Kind.DEPLOYMENT : left < 92 ? Kind.STATEFUL_SET : Kind.JOB;
    }

    static GeneratedWorkload of(Random random, Kind kind, String namespace, String name, int replicas) {
        var containers = kind == Kind.DAEMON_SET ? 1 : 1 + random.nextInt(3);
        var isPodLevel = random.nextInt(5) == 0;
        var spec = JSON.objectNode();
        var list = spec.putArray("containers");
        long cpu = 0;
        long memory = 0;
        for (var i = 0; i < containers; i++) {
            var ownCpu = kind == Kind.DAEMON_SET ? 20 : CPU[random.nextInt(CPU.length)];
            var ownMemory = kind == Kind.DAEMON_SET ? 64 : MEMORY[random.nextInt(MEMORY.length)];
            cpu += ownCpu;
            memory += ownMemory;
            var container = container(random, i);
            if (!isPodLevel) resources(container, ownCpu, ownMemory, random.nextInt(3) == 0);
            list.add(container);
        }
        if (isPodLevel) resources(spec, cpu, memory, random.nextInt(3) == 0);
        spec.put("restartPolicy", kind == Kind.JOB ? "Never" : "Always")
                .put("terminationGracePeriodSeconds", 30)
                .put("dnsPolicy", "ClusterFirst")
                .put("serviceAccountName", "default")
                .put("schedulerName", "default-scheduler")
                .put("enableServiceLinks", true);
        spec.putObject("securityContext");
        var priority = random.nextInt(20);
        if (priority < 4) {
            spec.put("priorityClassName", priority == 0 ? "shop-critical" : "shop-batch");
            spec.put("priority", priority == 0 ? 100_000 : -100);
        } else spec.put("priority", 0);
        var volume = spec.putArray("volumes").addObject();
        volume.put("name", "token");
        var sources = volume.putObject("projected").put("defaultMode", 420).putArray("sources");
        sources.addObject()
                .putObject("serviceAccountToken")
                .put("expirationSeconds", 3607)
                .put("path", "token");
        sources.addObject().putObject("configMap").put("name", "kube-root-ca.crt");
        var template = JSON.objectNode();
        template.putObject("metadata").putObject("labels").put("app", name).put("tier", "t" + random.nextInt(4));
        template.set("spec", spec);
        if (kind == Kind.DEPLOYMENT || kind == Kind.STATEFUL_SET) constraints(random, name, replicas, spec);
        return new GeneratedWorkload(kind, namespace, name, replicas, cpu, memory, template);
    }

    private static ObjectNode container(Random random, int number) {
        var container = JSON.objectNode();
        container
                .put("name", "c" + number)
                .put("image", "registry.example/team/app-" + random.nextInt(300) + ":v1")
                .put("imagePullPolicy", "IfNotPresent")
                .put("terminationMessagePath", "/dev/termination-log")
                .put("terminationMessagePolicy", "File");
        container.putArray("args").add("--port=8080").add("--level=info");
        var env = container.putArray("env");
        for (var i = 0; i < 10; i++) {
            env.addObject()
                    .put("name", "SETTING_" + i)
                    .put("value", "value-" + i + "-of-a-setting-that-is-rather-long");
        }
        container
                .putArray("ports")
                .addObject()
                .put("containerPort", 8080 + number)
                .put("protocol", "TCP");
        var probe = JSON.objectNode();
        probe.putObject("httpGet").put("path", "/healthz").put("port", 8080).put("scheme", "HTTP");
        probe.put("timeoutSeconds", 1)
                .put("periodSeconds", 10)
                .put("successThreshold", 1)
                .put("failureThreshold", 3);
        container.set("livenessProbe", probe);
        container.set("readinessProbe", probe);
        container
                .putArray("volumeMounts")
                .addObject()
                .put("name", "token")
                .put("readOnly", true)
                .put("mountPath", "/var/run/secrets/kubernetes.io/serviceaccount");
        return container;
    }

    private static void resources(ObjectNode holder, long milliCores, long mebibytes, boolean isGuaranteed) {
        var resources = holder.putObject("resources");
        resources.set("requests", GeneratedNodes.amounts(milliCores, mebibytes));
        resources.set(
                "limits",
                isGuaranteed
                        ? GeneratedNodes.amounts(milliCores, mebibytes)
                        : GeneratedNodes.amounts(milliCores * 2, mebibytes * 2));
    }

    private static void constraints(Random random, String name, int replicas, ObjectNode spec) {
        var chance = random.nextInt(100);
        var isSmall = replicas < 30;
        if (chance < 25 || (chance < 30 && !isSmall)) {
            var term = spec.withObject("/affinity/podAntiAffinity")
                    .putArray("preferredDuringSchedulingIgnoredDuringExecution")
                    .addObject();
            term.put("weight", 100);
            apart(term.putObject("podAffinityTerm"), name);
        } else if (chance < 30) {
            apart(
                    spec.withObject("/affinity/podAntiAffinity")
                            .putArray("requiredDuringSchedulingIgnoredDuringExecution")
                            .addObject(),
                    name);
        } else if (chance < 50) {
            var constraint = spec.putArray("topologySpreadConstraints").addObject();
            constraint
                    .put("maxSkew", 1)
                    .put("topologyKey", "topology.kubernetes.io/zone")
                    .put("whenUnsatisfiable", "ScheduleAnyway");
            constraint.putObject("labelSelector").putObject("matchLabels").put("app", name);
        } else if (chance < 60) {
            spec.putObject("nodeSelector").put("shop.example/pool", "general");
        }
    }

    private static void apart(ObjectNode term, String name) {
        term.put("topologyKey", "kubernetes.io/hostname");
        term.putObject("labelSelector").putObject("matchLabels").put("app", name);
    }
}
