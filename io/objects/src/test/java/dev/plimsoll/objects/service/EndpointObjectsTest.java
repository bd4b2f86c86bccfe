package dev.plimsoll.objects.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.client.ObjectName;
import dev.plimsoll.core.workloads.IntOrString;
import dev.plimsoll.core.workloads.PodNetwork;
import dev.plimsoll.core.workloads.PodNetwork.NamedPort;
import dev.plimsoll.core.workloads.endpoints.Endpoint;
import dev.plimsoll.core.workloads.endpoints.EndpointPort;
import dev.plimsoll.core.workloads.endpoints.EndpointSlicePlan.Slice;
import dev.plimsoll.core.workloads.endpoints.EndpointSubsets;
import dev.plimsoll.core.workloads.endpoints.SelectedService;
import dev.plimsoll.objects.pod.PodObject;
import dev.plimsoll.objects.testing.Docs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EndpointObjectsTest {
    private static final EndpointPort PORT = new EndpointPort("http", "TCP", "h2c", 8080);
    private static final Endpoint READY =
            new Endpoint("10.0.0.1", true, true, false, "n", "z", "h", new Endpoint.PodReference("ns", "a", "uid-a"));
    private static final Endpoint LEAVING =
            new Endpoint("10.0.0.2", false, true, true, "", "", "", new Endpoint.PodReference("ns", "b", "uid-b"));

    private static ServiceObject service(String spec) {
        return new ServiceObject(Docs.json("{'metadata':{'namespace':'ns','name':'web'},'spec':" + spec + "}"));
    }

    @Test
    @DisplayName("a service is read with its ports; a target is a number or a name")
    void service() {
        var service = service("""
                {'selector':{'app':'web'},'clusterIP':'None','publishNotReadyAddresses':true,'ipFamilies':['IPv6'],
                 'ports':[{'name':'a','protocol':'UDP','port':80,'targetPort':'http','appProtocol':'x'},{'port':81,'targetPort':8081},{'port':82}]}""");
        assertThat(service.selected())
                .contains(new SelectedService(
                        service.metadata(),
                        List.of(
                                new SelectedService.Port("a", "UDP", "x", 80, new IntOrString.Text("http")),
                                new SelectedService.Port("", "TCP", "", 81, new IntOrString.Int(8081)),
                                new SelectedService.Port("", "TCP", "", 82, new IntOrString.Absent())),
                        List.of("IPv6"),
                        true,
                        true));
        assertThat(service.selects(Map.of("app", "web", "more", "x"))).isTrue();
        assertThat(service.selects(Map.of("app", "other"))).isFalse();
    }

    @Test
    @DisplayName("a service without a selector, or for a name outside, has no pods")
    void withoutPods() {
        for (var spec : List.of(
                "{}", "{'selector':null}", "{'selector':{}}", "{'type':'ExternalName','selector':{'app':'web'}}")) {
            assertThat(service(spec).selected()).describedAs(spec).isEmpty();
        }
        assertThat(service("{'selector':{}}").selects(Map.of("app", "web"))).isFalse();
    }

    @Test
    @DisplayName("a slice is read as it was written, and keeps what nobody here knows")
    void slice() {
        var wanted = new Slice("web-x", "IPv4", List.of(PORT), List.of(READY, LEAVING), true);
        var made = new EndpointSliceDraft(new ObjectName("ns", "web-x"), "IPv4").write(wanted);
        assertThat(Docs.stored(made.document())).isEqualTo(Docs.json("""
                {'apiVersion':'discovery.k8s.io/v1','kind':'EndpointSlice','metadata':{'namespace':'ns','name':'web-x'},'addressType':'IPv4',
                 'ports':[{'name':'http','protocol':'TCP','port':8080,'appProtocol':'h2c'}],
                 'endpoints':[
                  {'addresses':['10.0.0.1'],'conditions':{'ready':true,'serving':true,'terminating':false},'hostname':'h','nodeName':'n','zone':'z',
                   'targetRef':{'kind':'Pod','namespace':'ns','name':'a','uid':'uid-a'}},
                  {'addresses':['10.0.0.2'],'conditions':{'ready':false,'serving':true,'terminating':true},
                   'targetRef':{'kind':'Pod','namespace':'ns','name':'b','uid':'uid-b'}}]}"""));
        var stored = Docs.stored(made.document()).put("other", 1);
        var slice = new EndpointSliceObject(stored);
        assertThat(slice.view(true)).isEqualTo(wanted);
        assertThat(slice.view(false).isCurrent()).isFalse();
        var none = new Slice("web-x", "IPv4", List.of(), List.of(), true);
        var emptied = slice.draft().write(none).document();
        stored.putArray("ports");
        stored.putArray("endpoints");
        assertThat(emptied).isEqualTo(stored);
    }

    @Test
    @DisplayName("Endpoints that came back from a server say the same as the draft; another port or address does not")
    void endpoints() {
        var subset = new EndpointSubsets.Subset(List.of(READY), List.of(LEAVING), List.of(PORT));
        var made = new EndpointsDraft(new ObjectName("ns", "web")).write(List.of(subset));
        assertThat(Docs.stored(made.document())).isEqualTo(Docs.json("""
                {'apiVersion':'v1','kind':'Endpoints','metadata':{'namespace':'ns','name':'web'},
                 'subsets':[{
                  'addresses':[{'ip':'10.0.0.1','hostname':'h','nodeName':'n','targetRef':{'kind':'Pod','namespace':'ns','name':'a','uid':'uid-a'}}],
                  'notReadyAddresses':[{'ip':'10.0.0.2','targetRef':{'kind':'Pod','namespace':'ns','name':'b','uid':'uid-b'}}],
                  'ports':[{'name':'http','port':8080,'protocol':'TCP','appProtocol':'h2c'}]}]}"""));
        var stored = new EndpointsObject(Docs.stored(made.document()));
        assertThat(stored.draft().write(List.of(subset)).differsFrom(stored)).isFalse();
        for (var other : List.of(
                new EndpointSubsets.Subset(List.of(READY), List.of(LEAVING), List.of()),
                new EndpointSubsets.Subset(
                        List.of(READY), List.of(LEAVING), List.of(new EndpointPort("http", "TCP", "h2c", 8081))),
                new EndpointSubsets.Subset(List.of(READY), List.of(), List.of(PORT)))) {
            assertThat(stored.draft().write(List.of(other)).differsFrom(stored))
                    .describedAs(other.toString())
                    .isTrue();
        }
        var none = stored.draft().write(List.of());
        assertThat(none.document().has("subsets")).isFalse();
        // Empty members say nothing.
        var empty = new EndpointsObject(none.document());
        var draft = empty.draft();
        draft.metadata().withoutAnnotation("x");
        assertThat(draft.differsFrom(empty)).isFalse();
    }

    @Test
    @DisplayName("a pod is reached at its addresses and the named ports of what keeps running")
    void network() {
        var pod = new PodObject(Docs.json("""
                {'metadata':{'name':'a'},'spec':{'hostname':'h','subdomain':'s',
                  'containers':[{'ports':[{'name':'http','containerPort':80},{'containerPort':81}]}],
                  'initContainers':[{'ports':[{'name':'early','containerPort':82}]},
                   {'restartPolicy':'Always','ports':[{'name':'dns','protocol':'UDP','containerPort':53}]}]},
                 'status':{'podIP':'10.0.0.1','podIPs':[{'ip':'10.0.0.1'},{'ip':'fd00::1'},{}]}}"""));
        assertThat(pod.controlled().network())
                .isEqualTo(new PodNetwork(
                        List.of("10.0.0.1", "fd00::1"),
                        "h",
                        "s",
                        List.of(new NamedPort("http", "TCP", 80), new NamedPort("dns", "UDP", 53))));
        assertThat(new PodObject(Docs.json("{'status':{'podIP':'10.0.0.9'}}"))
                        .controlled()
                        .network()
                        .addresses())
                .containsExactly("10.0.0.9");
        assertThat(new PodObject(Docs.json("{'status':{'podIP':null,'podIPs':null}}"))
                        .controlled()
                        .network())
                .isEqualTo(PodNetwork.NONE);
    }
}
