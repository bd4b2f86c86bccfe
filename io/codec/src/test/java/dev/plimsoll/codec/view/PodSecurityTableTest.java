package dev.plimsoll.codec.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.codec.trees.Trees;
import dev.plimsoll.core.podsecurity.Evaluator;
import dev.plimsoll.core.podsecurity.LevelVersion;
import dev.plimsoll.core.podsecurity.PolicyVersion;
import dev.plimsoll.core.podsecurity.SecurityLevel;
import dev.plimsoll.core.podsecurity.checks.Violation;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Pod Security Standards, check by check, from the fields of a pod to the text that a client reads. */
class PodSecurityTableTest {
    private static final String SAFE =
            "allowPrivilegeEscalation:false,capabilities:{drop:['ALL']},runAsNonRoot:true,seccompProfile:{type:'RuntimeDefault'}";

    /** A pod, and what the standard has against it; empty if nothing. */
    record Row(String rule, String standard, String pod, String violations) {
        @Override
        public String toString() {
            return rule;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(node(), contexts(), volumesAndSysctls(), restricted(), restrictedOnly(), versions())
                .flatMap(each -> each);
    }

    private static Row baseline(String rule, String spec, String violations) {
        return new Row(rule, "baseline", "{spec:{" + spec + "}}", violations);
    }

    /** A pod whose containers are safe already. */
    private static Row safe(String rule, String spec, String violations) {
        return new Row(
                rule,
                "restricted",
                "{spec:{" + spec + ",containers:[{name:'a',securityContext:{" + SAFE + "}}]}}",
                violations);
    }

    private static Row container(String rule, String context, String violations) {
        return new Row(
                rule, "restricted", "{spec:{containers:[{name:'a',securityContext:{" + context + "}}]}}", violations);
    }

    private static String container(String name, String context) {
        return "{name:'" + name + "',securityContext:{" + context + "}}";
    }

    private static Stream<Row> node() {
        return Stream.of(
                baseline("nothing said", "containers:[{name:'a'}]", ""),
                baseline(
                        "namespaces of the node",
                        "hostNetwork:true,hostPID:true,hostIPC:true",
                        "host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)"),
                baseline("one of them", "hostPID:true,hostIPC:false", "host namespaces (hostPID=true)"),
                baseline(
                        "one folder of the node",
                        "volumes:[{name:'v',hostPath:{}}]",
                        "hostPath volumes (volume \"v\")"),
                baseline(
                        "two of them",
                        "volumes:[{name:'v',hostPath:{}},{name:'e',emptyDir:{}},{hostPath:{},name:'w'}]",
                        "hostPath volumes (volumes \"v\", \"w\")"),
                baseline(
                        "a port of the node",
                        "containers:[{name:'a',ports:[{hostPort:80},{hostPort:0},{}]}]",
                        "hostPort (container \"a\" uses hostPort 80)"),
                baseline(
                        "ports of the node",
                        "containers:[{name:'a',ports:[{hostPort:80}]}],initContainers:[{name:'i',ports:[{hostPort:81}]}]",
                        "hostPort (containers \"i\", \"a\" use hostPorts 80, 81)"),
                baseline("no port of the node", "containers:[{name:'a',ports:[{containerPort:80}]}]", ""),
                baseline(
                        "a probe of another host",
                        "containers:[{name:'a',livenessProbe:{httpGet:{host:'h'}}}]",
                        "probe or lifecycle host (container \"a\" uses probe or lifecycle host \"h\")"),
                baseline(
                        "probes and hooks of other hosts",
                        "containers:[{name:'a',readinessProbe:{tcpSocket:{host:'x'}}},{name:'b',startupProbe:{tcpSocket:{host:'y'}},"
                                + "lifecycle:{preStop:{httpGet:{host:'x'}},postStart:{tcpSocket:{host:'z'}}}}]",
                        "probe or lifecycle host (containers \"a\", \"b\" use probe or lifecycle hosts \"x\", \"y\", \"z\")"),
                baseline("a probe of the pod", "containers:[{name:'a',livenessProbe:{httpGet:{port:80}}}]", ""),
                baseline(
                        "a process of a Windows node",
                        "securityContext:{windowsOptions:{hostProcess:true}},containers:["
                                + container("a", "windowsOptions:{hostProcess:true}") + "]",
                        "hostProcess (pod and container \"a\" must not set securityContext.windowsOptions.hostProcess=true)"),
                baseline("none", "securityContext:{windowsOptions:{hostProcess:false}}", ""));
    }

    private static Stream<Row> contexts() {
        return Stream.of(
                baseline(
                        "a privileged container",
                        "containers:[" + container("a", "privileged:true") + "]",
                        "privileged (container \"a\" must not set securityContext.privileged=true)"),
                baseline(
                        "containers in their order: init, regular, ephemeral",
                        "ephemeralContainers:[" + container("e", "privileged:true") + "],containers:["
                                + container("a", "privileged:true") + "],initContainers:["
                                + container("i", "privileged:true") + "]",
                        "privileged (containers \"i\", \"a\", \"e\" must not set securityContext.privileged=true)"),
                baseline("no privileged container", "containers:[" + container("a", "privileged:false") + "]", ""),
                baseline(
                        "capabilities beyond the usual",
                        "containers:[" + container("a", "capabilities:{add:['SYS_TIME','CHOWN','NET_ADMIN']}") + "]",
                        "non-default capabilities (container \"a\" must not include \"NET_ADMIN\", \"SYS_TIME\" in"
                                + " securityContext.capabilities.add)"),
                baseline(
                        "the usual ones",
                        "containers:["
                                + container(
                                        "a",
                                        "capabilities:{add:['AUDIT_WRITE','CHOWN','DAC_OVERRIDE','FOWNER','FSETID','KILL','MKNOD',"
                                                + "'NET_BIND_SERVICE','SETFCAP','SETGID','SETPCAP','SETUID','SYS_CHROOT']}")
                                + "]",
                        ""),
                baseline(
                        "an AppArmor profile of the pod",
                        "securityContext:{appArmorProfile:{type:'Unconfined'}}",
                        "forbidden AppArmor profile (pod must not set AppArmor profile type to \"Unconfined\")"),
                baseline(
                        "AppArmor profiles of both",
                        "securityContext:{appArmorProfile:{type:'Unconfined'}},containers:["
                                + container("a", "appArmorProfile:{type:'Odd'}") + "]",
                        "forbidden AppArmor profiles (pod and container \"a\" must not set AppArmor profile type to \"Odd\","
                                + " \"Unconfined\")"),
                baseline(
                        "allowed AppArmor profiles",
                        "securityContext:{appArmorProfile:{type:'RuntimeDefault'}},containers:["
                                + container("a", "appArmorProfile:{type:'Localhost'}") + "]",
                        ""),
                new Row(
                        "an AppArmor annotation",
                        "baseline",
                        "{metadata:{annotations:{'container.apparmor.security.beta.kubernetes.io/a':'unconfined'}}}",
                        "forbidden AppArmor profile (annotation must not set AppArmor profile type to"
                                + " container.apparmor.security.beta.kubernetes.io/a=\"unconfined\")"),
                new Row(
                        "allowed AppArmor annotations",
                        "baseline",
                        "{metadata:{annotations:{'container.apparmor.security.beta.kubernetes.io/a':'runtime/default',"
                                + "'container.apparmor.security.beta.kubernetes.io/b':'localhost/x',"
                                + "'container.apparmor.security.beta.kubernetes.io/c':'',other:'unconfined'}}}",
                        ""),
                baseline(
                        "/proc as it is",
                        "containers:[" + container("a", "procMount:'Unmasked'") + "]",
                        "procMount (container \"a\" must not set securityContext.procMount to \"Unmasked\")"),
                baseline("/proc masked", "containers:[" + container("a", "procMount:'Default'") + "]", ""),
                baseline(
                        "/proc as it is in a user namespace",
                        "hostUsers:false,containers:[" + container("a", "procMount:'Unmasked'") + "]",
                        ""),
                baseline(
                        "SELinux of the pod",
                        "securityContext:{seLinuxOptions:{type:'x'}}",
                        "seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type \"x\")"),
                baseline(
                        "SELinux of both",
                        "securityContext:{seLinuxOptions:{type:'x',user:'u'}},containers:["
                                + container("a", "seLinuxOptions:{type:'w',role:'r'}") + "]",
                        "seLinuxOptions (pod and container \"a\" set forbidden securityContext.seLinuxOptions: types \"w\","
                                + " \"x\"; user may not be set; role may not be set)"),
                baseline(
                        "allowed SELinux types",
                        "securityContext:{seLinuxOptions:{type:'container_t',level:'s0'}},containers:["
                                + container("a", "seLinuxOptions:{type:'container_init_t'}") + ","
                                + container("b", "seLinuxOptions:{type:'container_kvm_t'}") + ","
                                + container("c", "seLinuxOptions:{type:'container_engine_t'}") + ","
                                + container("d", "seLinuxOptions:{type:''}") + "]",
                        ""),
                baseline(
                        "seccomp switched off",
                        "containers:[" + container("a", "seccompProfile:{type:'Unconfined'}") + ","
                                + container("b", "seccompProfile:{type:'Unconfined'}") + "]",
                        "seccompProfile (containers \"a\", \"b\" must not set securityContext.seccompProfile.type to"
                                + " \"Unconfined\")"),
                baseline(
                        "seccomp switched on",
                        "securityContext:{seccompProfile:{type:'Localhost'}},containers:["
                                + container("a", "seccompProfile:{type:'RuntimeDefault'}") + "]",
                        ""));
    }

    private static Stream<Row> volumesAndSysctls() {
        return Stream.of(
                baseline(
                        "sysctls in the pod's order",
                        "securityContext:{sysctls:[{name:'z'},{name:'kernel.shm_rmid_forced'},{name:'b'}]}",
                        "forbidden sysctls (z, b)"),
                baseline(
                        "allowed sysctls",
                        "securityContext:{sysctls:[{name:'kernel.shm_rmid_forced'},{name:'net.ipv4.ip_local_port_range'},"
                                + "{name:'net.ipv4.tcp_syncookies'},{name:'net.ipv4.ping_group_range'},"
                                + "{name:'net.ipv4.ip_unprivileged_port_start'},{name:'net.ipv4.ip_local_reserved_ports'},"
                                + "{name:'net.ipv4.tcp_keepalive_time'},{name:'net.ipv4.tcp_fin_timeout'},"
                                + "{name:'net.ipv4.tcp_keepalive_intvl'},{name:'net.ipv4.tcp_keepalive_probes'},"
                                + "{name:'net.ipv4.tcp_rmem'},{name:'net.ipv4.tcp_wmem'},"
                                + "{name:'net.ipv4.tcp_slow_start_after_idle'},{name:'net.ipv4.tcp_notsent_lowat'}]}",
                        ""),
                baseline(
                        "everything at once, by id",
                        "hostPID:true,securityContext:{sysctls:[{name:'x'}],seLinuxOptions:{user:'u'},"
                                + "seccompProfile:{type:'Unconfined'}},containers:[" + container("a", "privileged:true")
                                + "]",
                        "host namespaces (hostPID=true), privileged (container \"a\" must not set"
                                + " securityContext.privileged=true), seLinuxOptions (pod set forbidden"
                                + " securityContext.seLinuxOptions: user may not be set), seccompProfile (pod must not set"
                                + " securityContext.seccompProfile.type to \"Unconfined\"), forbidden sysctls (x)"),
                safe(
                        "allowed volumes",
                        "volumes:[{name:'a',configMap:{}},{name:'b',csi:{}},{name:'c',downwardAPI:{}},{name:'d',emptyDir:{}},"
                                + "{name:'e',ephemeral:{}},{name:'f',image:{}},{name:'g',persistentVolumeClaim:{}},"
                                + "{name:'h',projected:{}},{name:'i',secret:{}}]",
                        ""),
                safe(
                        "one other volume",
                        "volumes:[{name:'v',hostPath:{}}]",
                        "restricted volume types (volume \"v\" uses restricted volume type \"hostPath\")"),
                safe(
                        "other volumes",
                        "volumes:[{name:'v',nfs:{}},{name:'w',hostPath:{}}]",
                        "restricted volume types (volumes \"v\", \"w\" use restricted volume types \"hostPath\", \"nfs\")"));
    }

    private static Stream<Row> restricted() {
        return Stream.of(
                container("all that is asked for", SAFE, ""),
                new Row(
                        "nothing said",
                        "restricted",
                        "{spec:{containers:[{name:'a'},{name:'b'}]}}",
                        "allowPrivilegeEscalation != false (containers \"a\", \"b\" must set"
                                + " securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (containers \"a\","
                                + " \"b\" must set securityContext.capabilities.drop=[\"ALL\"]), runAsNonRoot != true (pod or"
                                + " containers \"a\", \"b\" must set securityContext.runAsNonRoot=true), seccompProfile (pod or"
                                + " containers \"a\", \"b\" must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                                + " \"Localhost\")"),
                new Row(
                        "baseline first",
                        "restricted",
                        "{spec:{hostPID:true,containers:[" + container("a", SAFE + ",runAsUser:0") + "]}}",
                        "host namespaces (hostPID=true), runAsUser=0 (container \"a\" must not set runAsUser=0)"),
                container(
                        "escalation allowed",
                        SAFE.replace("allowPrivilegeEscalation:false", "allowPrivilegeEscalation:true"),
                        "allowPrivilegeEscalation != false (container \"a\" must set"
                                + " securityContext.allowPrivilegeEscalation=false)"),
                container(
                        "a capability added",
                        SAFE.replace("drop:['ALL']", "drop:['ALL'],add:['CHOWN','NET_BIND_SERVICE']"),
                        "unrestricted capabilities (container \"a\" must not include \"CHOWN\" in"
                                + " securityContext.capabilities.add)"),
                container(
                        "a capability added and none dropped",
                        SAFE.replace("drop:['ALL']", "add:['CHOWN']"),
                        "unrestricted capabilities (container \"a\" must set securityContext.capabilities.drop=[\"ALL\"];"
                                + " container \"a\" must not include \"CHOWN\" in securityContext.capabilities.add)"),
                container("low ports", SAFE.replace("drop:['ALL']", "drop:['ALL'],add:['NET_BIND_SERVICE']"), ""));
    }

    private static Stream<Row> restrictedOnly() {
        var named = "{name:'a',securityContext:{allowPrivilegeEscalation:false,capabilities:{drop:['ALL']}}}";
        var rest = ",seccompProfile:{type:'RuntimeDefault'}}";
        return Stream.of(
                new Row(
                        "a user namespace does not unmask /proc here",
                        "restricted",
                        "{spec:{hostUsers:false,containers:[" + container("a", SAFE + ",procMount:'Unmasked'") + "]}}",
                        "procMount (container \"a\" must not set securityContext.procMount to \"Unmasked\")"),
                new Row(
                        "not root for the whole pod",
                        "restricted",
                        "{spec:{securityContext:{runAsNonRoot:true" + rest + ",containers:[" + named + "]}}",
                        ""),
                new Row(
                        "root for the whole pod",
                        "restricted",
                        "{spec:{securityContext:{runAsNonRoot:false" + rest + ",containers:[" + container("a", SAFE)
                                + "]}}",
                        "runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)"),
                container(
                        "root for a container",
                        SAFE.replace("runAsNonRoot:true", "runAsNonRoot:false"),
                        "runAsNonRoot != true (container \"a\" must not set securityContext.runAsNonRoot=false)"),
                new Row(
                        "root in a user namespace",
                        "restricted",
                        "{spec:{hostUsers:false,securityContext:{runAsUser:0" + rest + ",containers:[" + named + "]}}",
                        ""),
                new Row(
                        "user 0 for both",
                        "restricted",
                        "{spec:{securityContext:{runAsUser:0},containers:[" + container("a", SAFE + ",runAsUser:0")
                                + "]}}",
                        "runAsUser=0 (pod and container \"a\" must not set runAsUser=0)"),
                container("user 1", SAFE + ",runAsUser:1", ""),
                container(
                        "seccomp switched off",
                        SAFE.replace("RuntimeDefault", "Unconfined"),
                        "seccompProfile (container \"a\" must not set securityContext.seccompProfile.type to \"Unconfined\")"),
                new Row(
                        "seccomp for some containers only",
                        "restricted",
                        "{spec:{containers:[" + container("a", SAFE) + ","
                                + container("b", SAFE.replace(",seccompProfile:{type:'RuntimeDefault'}", "")) + "]}}",
                        "seccompProfile (pod or container \"b\" must set securityContext.seccompProfile.type to"
                                + " \"RuntimeDefault\" or \"Localhost\")"),
                new Row(
                        "what only Linux has is not asked of Windows",
                        "restricted",
                        "{spec:{os:{name:'windows'},securityContext:{runAsNonRoot:true},containers:[{name:'a'}]}}",
                        ""));
    }

    private static Stream<Row> versions() {
        var probe = "{spec:{containers:[{name:'a',livenessProbe:{httpGet:{host:'h'}}}]}}";
        var proc = "{spec:{hostUsers:false,containers:[" + container("a", "procMount:'Unmasked'") + "]}}";
        var hosts = "probe or lifecycle host (container \"a\" uses probe or lifecycle host \"h\")";
        var unmasked = "procMount (container \"a\" must not set securityContext.procMount to \"Unmasked\")";
        return Stream.of(
                new Row("hosts of probes before 1.34", "baseline:v1.33", probe, ""),
                new Row("hosts of probes since 1.34", "baseline:v1.34", probe, hosts),
                new Row("/proc in a user namespace before 1.35", "baseline:v1.34", proc, unmasked),
                new Row("/proc in a user namespace since 1.35", "baseline:v1.35", proc, ""),
                new Row("a version to come is the latest", "baseline:v1.99", probe, hosts),
                sysctl("net.ipv4.ip_local_reserved_ports", 26, false),
                sysctl("net.ipv4.ip_local_reserved_ports", 27, true),
                sysctl("net.ipv4.tcp_keepalive_time", 28, false),
                sysctl("net.ipv4.tcp_keepalive_time", 29, true),
                sysctl("net.ipv4.tcp_rmem", 31, false),
                sysctl("net.ipv4.tcp_rmem", 32, true),
                sysctl("net.ipv4.tcp_notsent_lowat", 36, false),
                sysctl("net.ipv4.tcp_notsent_lowat", 37, true),
                new Row(
                        "user 0 before 1.23",
                        "restricted:v1.22",
                        "{spec:{containers:[" + container("a", SAFE + ",runAsUser:0") + "]}}",
                        ""),
                new Row(
                        "capabilities before 1.22",
                        "restricted:v1.21",
                        "{spec:{containers:[" + container("a", SAFE.replace("drop:['ALL']", "add:['SYS_TIME']"))
                                + "]}}",
                        "non-default capabilities (container \"a\" must not include \"SYS_TIME\" in"
                                + " securityContext.capabilities.add)"),
                new Row("everything is allowed to the privileged", "privileged", "{spec:{hostPID:true}}", ""));
    }

    private static Row sysctl(String name, int minor, boolean allowed) {
        return new Row(
                name + " in 1." + minor,
                "baseline:v1." + minor,
                "{spec:{securityContext:{sysctls:[{name:'" + name + "'}]}}}",
                allowed ? "" : "forbidden sysctls (" + name + ")");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void standard(Row row) {
        var parts = row.standard().split(":", -1);
        var version = parts.length == 1
                ? PolicyVersion.LATEST
                : PolicyVersion.parse(parts[1]).orElseThrow();
        var standard = new LevelVersion(SecurityLevel.named(parts[0]).orElseThrow(), version);
        var found = Evaluator.violations(standard, PodSecurityReader.read(Trees.json(row.pod())));
        assertThat(found.stream().map(Violation::toString).collect(Collectors.joining(", ")))
                .isEqualTo(row.violations());
    }
}
