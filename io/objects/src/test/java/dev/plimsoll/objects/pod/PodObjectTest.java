package dev.plimsoll.objects.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ClientJson;
import dev.plimsoll.client.ObjectName;
import dev.plimsoll.client.Patch;
import dev.plimsoll.codec.view.Read;
import dev.plimsoll.core.model.Pod;
import dev.plimsoll.core.model.ResourceAmounts;
import dev.plimsoll.core.model.ResourceName;
import dev.plimsoll.objects.pod.ContainerRun.State;
import dev.plimsoll.objects.testing.Docs;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

// Acceptance of the command line: explain-why
class PodObjectTest {
    @Test
    @DisplayName("the run of each container is read, init containers first, with the state before")
    void containerRuns() {
        var pod = new PodObject(Docs.json("""
                {'status':{'reason':'Evicted','message':'short of memory',
                 'containerStatuses':[
                  {'name':'app','ready':false,'restartCount':3,'state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off'}},
                   'lastState':{'terminated':{'exitCode':137,'reason':'OOMKilled'}}},
                  {'name':'side','ready':true,'state':{'running':{'startedAt':'2026-01-01T00:00:00Z'}}},
                  {'name':'new'}],
                 'initContainerStatuses':[{'name':'init','state':{'terminated':{'exitCode':1,'message':'no'}}}]}}"""));
        assertThat(pod.containerRuns())
                .containsExactly(
                        new ContainerRun("init", new State.Terminated(1, "", "no"), new State.Unknown(), 0, false),
                        new ContainerRun(
                                "app",
                                new State.Waiting("CrashLoopBackOff", "back-off"),
                                new State.Terminated(137, "OOMKilled", ""),
                                3,
                                false),
                        new ContainerRun("side", new State.Running(), new State.Unknown(), 0, true),
                        new ContainerRun("new", new State.Unknown(), new State.Unknown(), 0, false));
        assertThat(pod.containerRuns())
                .extracting(each -> each.state().message())
                .containsExactly("no", "back-off", "", "");
        assertThat(pod.reason()).isEqualTo("Evicted");
        assertThat(pod.message()).isEqualTo("short of memory");
    }

    @Test
    @DisplayName("a pod as it was asked for has the amounts that a manager owns, at each level, and no others")
    void asAsked() {
        var pod = new PodObject(Docs.json("""
                {'metadata':{'managedFields':[
                  {'subresource':'status','fieldsV1':{'f:spec':{'f:resources':{'f:limits':{'f:memory':{}}}}}},
                  {'fieldsV1':{'f:spec':{'f:resources':{'f:limits':{'f:cpu':{}}},
                   'f:containers':{'k:{\\'name\\':\\'a\\'}':{'f:resources':{'f:requests':{'f:cpu':{}}}}}}}}]},
                 'spec':{'resources':{'limits':{'cpu':'2','memory':'1Gi'}},
                  'containers':[{'name':'a','resources':{'requests':{'cpu':'1','memory':'1Mi'}}},
                                {'name':'b','resources':{'requests':{'cpu':'1'}}}]}}"""));
        var before = pod.document().deepCopy();
        var asked = pod.asAsked().view().orThrow().spec();
        assertThat(asked.resources().limits()).isEqualTo(ResourceAmounts.parse("cpu=2"));
        assertThat(asked.containers().get(0).resources().requests()).isEqualTo(ResourceAmounts.parse("cpu=1"));
        assertThat(asked.containers().get(1).resources().requests().isEmpty()).isTrue();
        assertThat(pod.document()).isEqualTo(before);
    }

    @Test
    @DisplayName("where no manager is written down, a pod was asked for as it is")
    void asAskedWithoutManagers() {
        var pod = new PodObject(Docs.json("{'spec':{'resources':{'limits':{'cpu':'2'}}}}"));
        assertThat(pod.asAsked()).isSameAs(pod);
    }

    @Test
    @DisplayName("a resize names the pod, a container or an init container, with the amounts as they were written")
    void resizePatches() {
        assertThat(text(PodResizePatch.ofPod().limit(ResourceName.CPU, "2000m")))
                .isEqualTo(Docs.json("{'spec':{'resources':{'limits':{'cpu':'2000m'}}}}"));
        assertThat(text(PodResizePatch.ofContainer("a")
                        .request(ResourceName.MEMORY, "1Gi")
                        .limit(ResourceName.MEMORY, "2Gi")))
                .isEqualTo(
                        Docs.json(
                                "{'spec':{'containers':[{'name':'a','resources':{'requests':{'memory':'1Gi'},'limits':{'memory':'2Gi'}}}]}}"));
        assertThat(text(PodResizePatch.ofInitContainer("s").request(ResourceName.CPU, "1")))
                .isEqualTo(
                        Docs.json("{'spec':{'initContainers':[{'name':'s','resources':{'requests':{'cpu':'1'}}}]}}"));
    }

    private static Object text(PodResizePatch patch) {
        return ((Patch.Strategic) patch.patch()).change();
    }

    @Test
    @DisplayName("a template's pod loses its name and gets one from the API server")
    void generatedNames() {
        var draft = PodDraft.of(new ObjectName("n", "a"), "c", "i");
        draft.metadata().onlyGenerateName("template-");
        assertThat(draft.document()).isEqualTo(Docs.json("""
                {'apiVersion':'v1','kind':'Pod','metadata':{'generateName':'template-'},
                 'spec':{'containers':[{'name':'c','image':'i'}]}}"""));
    }

    @Test
    void versionsOfAPodThatAreKeptShareWhatDidNotChange() {
        var versions = Stream.of("Pending", "Running")
                .map(phase -> kept("{\"metadata\":{\"name\":\"a\",\"uid\":\"u\",\"labels\":{\"app\":\"web\"}},"
                        + "\"spec\":{\"nodeName\":\"n\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]},"
                        + "\"status\":{\"phase\":\"" + phase + "\"}}"))
                .toList();
        assertThat(versions.get(1).spec()).isSameAs(versions.get(0).spec());
        assertThat(versions.get(1).metadata()).isSameAs(versions.get(0).metadata());
        assertThat(versions.get(1).status().phase()).isEqualTo("Running");
    }

    private static Pod kept(String text) {
        var object = new PodObject(
                ClientJson.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow());
        var read = ((Read.Ok<Pod>) object.view()).value();
        var kept = ((Read.Ok<Pod>) object.keptView()).value();
        assertThat(kept).isEqualTo(read);
        assertThat(((Read.Ok<Pod>) object.view()).value()).isSameAs(kept);
        return kept;
    }
}
