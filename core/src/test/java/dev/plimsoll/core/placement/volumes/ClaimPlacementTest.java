package dev.plimsoll.core.placement.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.core.model.scheduling.NodeAffinity;
import dev.plimsoll.core.model.scheduling.NodeTerm;
import dev.plimsoll.core.model.scheduling.Requirement;
import dev.plimsoll.core.placement.terms.LabelQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

// Acceptance of nodes: claims
/** Which volume a claim gets, what becomes of claims and volumes, and what it means for nodes. */
class ClaimPlacementTest {
    private static final long GIB = 1L << 30;
    private static final VolumeClass LATER = new VolumeClass("later", "p", true, NodeAffinity.NONE);
    private static final VolumeClass NOW = new VolumeClass("now", "p", false, NodeAffinity.NONE);

    private static VolumeClaim claim(String name, String storageClass, long bytes) {
        return claim(name, storageClass, bytes, VolumeClaim.Phase.PENDING, "", "");
    }

    private static VolumeClaim claim(
            String name, String storageClass, long bytes, VolumeClaim.Phase phase, String volume, String node) {
        return new VolumeClaim(
                new VolumeClaim.Key("default", name),
                name + "-uid",
                phase,
                false,
                volume,
                storageClass,
                true,
                Set.of("ReadWriteOnce"),
                bytes,
                "Filesystem",
                node,
                LabelQuery.EVERYTHING);
    }

    private static VolumeView volume(
            String name, String storageClass, long bytes, VolumeView.Holder holder, String node) {
        var affinity = node.isEmpty()
                ? NodeAffinity.NONE
                : new NodeAffinity(
                        true, List.of(new NodeTerm(List.of(Requirement.is("host", node)), List.of())), List.of());
        return new VolumeView(
                name,
                Map.of(),
                storageClass,
                Set.of("ReadWriteOnce", "ReadOnlyMany"),
                bytes,
                "Filesystem",
                holder,
                affinity,
                "Available",
                false,
                false,
                "");
    }

    private static VolumeView free(String name, String storageClass, long bytes) {
        return volume(name, storageClass, bytes, VolumeView.Holder.NOBODY, "");
    }

    private static VolumeView held(String name, String claim, String uid) {
        return volume(name, "now", GIB, new VolumeView.Holder("default", claim, uid), "");
    }

    @Test
    void theSmallestThatIsLargeEnoughIsTakenAndOneThatIsKeptForItBeforeAll() {
        var volumes = new ArrayList<>(List.of(
                free("large", "now", 20 * GIB),
                free("fits", "now", 2 * GIB),
                free("small", "now", GIB / 2),
                free("other", "later", GIB)));
        assertThat(VolumeMatch.best(claim("c", "now", GIB), volumes, _ -> true)
                        .orElseThrow()
                        .name())
                .isEqualTo("fits");
        assertThat(VolumeMatch.best(claim("c", "now", 30 * GIB), volumes, _ -> true))
                .isEmpty();
        volumes.add(volume("kept", "", 40 * GIB, new VolumeView.Holder("default", "c", ""), ""));
        volumes.add(held("foreign", "d", "d-uid"));
        assertThat(VolumeMatch.best(claim("c", "now", GIB), volumes, _ -> true)
                        .orElseThrow()
                        .name())
                .isEqualTo("kept");
    }

    @Test
    void aClaimWaitsIsBoundMadeForOrLost() {
        var pending = claim("c", "now", GIB);
        assertThat(ClaimDecision.of(pending, List.of(free("v", "now", GIB)), NOW))
                .isInstanceOf(ClaimDecision.Bind.class);
        assertThat(ClaimDecision.of(pending, List.of(), NOW)).isEqualTo(new ClaimDecision.Provision("p"));
        var later = claim("c", "later", GIB);
        assertThat(ClaimDecision.of(later, List.of(free("v", "later", GIB)), LATER))
                .isEqualTo(new ClaimDecision.WaitForPod());
        assertThat(ClaimDecision.of(claim("c", "later", GIB, VolumeClaim.Phase.PENDING, "", "n"), List.of(), LATER))
                .isEqualTo(new ClaimDecision.Provision("p"));
        assertThat(ClaimDecision.of(claim("c", "", GIB), List.of(), null))
                .isEqualTo(new ClaimDecision.NoVolume(
                        "FailedBinding", "no persistent volumes available for this claim and no storage class is set"));
        assertThat(ClaimDecision.of(claim("c", "gone", GIB), List.of(), null))
                .isEqualTo(new ClaimDecision.NoVolume(
                        "ProvisioningFailed", "storageclass.storage.k8s.io \"gone\" not found"));
        var bound = claim("c", "now", GIB, VolumeClaim.Phase.BOUND, "v", "");
        assertThat(ClaimDecision.of(bound, List.of(), NOW)).isInstanceOf(ClaimDecision.Lost.class);
        assertThat(ClaimDecision.of(bound, List.of(held("v", "d", "d-uid")), NOW))
                .isInstanceOf(ClaimDecision.Lost.class);
        // The volume does not say yet that it is in use.
        assertThat(ClaimDecision.of(bound, List.of(held("v", "c", "c-uid")), NOW))
                .isInstanceOf(ClaimDecision.Bind.class);
    }

    @Test
    void aVolumeIsFreeInUseOrLeftOver() {
        var claim = claim("c", "now", GIB);
        assertThat(VolumePhase.of(free("v", "now", GIB), null)).isEqualTo(VolumePhase.AVAILABLE);
        assertThat(VolumePhase.of(held("v", "c", ""), claim)).isEqualTo(VolumePhase.AVAILABLE);
        assertThat(VolumePhase.of(held("v", "c", "c-uid"), claim)).isEqualTo(VolumePhase.BOUND);
        assertThat(VolumePhase.of(held("v", "c", "c-uid"), null)).isEqualTo(VolumePhase.RELEASED);
        // One of the same name that came later is not its claim.
        assertThat(VolumePhase.of(held("v", "c", "older"), claim)).isEqualTo(VolumePhase.RELEASED);
    }

    private static ClaimedVolumes claimed(VolumeTable table, String... claims) {
        return ClaimedVolumes.of("default", List.of(claims), table);
    }

    private static ClaimedVolumes.Verdict on(ClaimedVolumes claimed, String node) {
        return claimed.on(node, Map.of("host", node));
    }

    @Test
    void nodesWithoutTheVolumeAreRefusedAndOneVolumeIsNotPromisedTwice() {
        var table = new VolumeTable();
        assertThat(claimed(table, "c").problem()).isEqualTo("the volumes of the cluster are not known yet");
        table.complete();
        assertThat(claimed(table, "c").problem()).isEqualTo("persistentvolumeclaim \"c\" not found");
        table.put(claim("c", "now", GIB));
        assertThat(claimed(table, "c").problem()).isEqualTo("pod has unbound immediate PersistentVolumeClaims");

        table.put(new VolumeClass("later", VolumeClass.NO_PROVISIONER, true, NodeAffinity.NONE));
        table.put(claim("one", "later", GIB));
        table.put(claim("two", "later", GIB));
        table.put(volume("disk", "later", GIB, VolumeView.Holder.NOBODY, "a"));
        var one = claimed(table, "one");
        assertThat(on(one, "b")).isEqualTo(new ClaimedVolumes.Verdict.NoVolume());
        // Two claims of one pod want two volumes.
        assertThat(on(claimed(table, "one", "two"), "a")).isEqualTo(new ClaimedVolumes.Verdict.NoVolume());
        var usable = (ClaimedVolumes.Verdict.Usable) on(one, "a");
        assertThat(usable.steps()).singleElement().isInstanceOf(VolumeStep.Bind.class);
        table.promise(usable.steps());
        assertThat(on(claimed(table, "two"), "a")).isEqualTo(new ClaimedVolumes.Verdict.NoVolume());
        assertThat(on(claimed(table, "one"), "a")).isEqualTo(usable);
        table.release(usable.steps());
        assertThat(on(claimed(table, "two"), "a")).isInstanceOf(ClaimedVolumes.Verdict.Usable.class);

        table.put(claim("bound", "later", GIB, VolumeClaim.Phase.BOUND, "disk", ""));
        assertThat(on(claimed(table, "bound"), "b")).isEqualTo(new ClaimedVolumes.Verdict.Elsewhere());
        assertThat(on(claimed(table, "bound"), "a")).isEqualTo(new ClaimedVolumes.Verdict.Usable(List.of()));
        table.removeVolume("disk");
        assertThat(on(claimed(table, "bound"), "a")).isEqualTo(new ClaimedVolumes.Verdict.Gone());
    }

    @Test
    void whereAVolumeIsBeingMadeNoOtherNodeIsTaken() {
        var table = new VolumeTable();
        table.complete();
        table.put(LATER);
        table.put(claim("c", "later", GIB, VolumeClaim.Phase.PENDING, "", "a"));
        assertThat(on(claimed(table, "c"), "a")).isInstanceOf(ClaimedVolumes.Verdict.Usable.class);
        assertThat(on(claimed(table, "c"), "b")).isEqualTo(new ClaimedVolumes.Verdict.NoVolume());
    }
}
