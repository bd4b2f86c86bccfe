package dev.plimsoll.cli.recommend;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.core.estimation.Compute;
import dev.plimsoll.core.estimation.recommendation.Estimate;
import dev.plimsoll.core.estimation.report.ClusterReport;
import dev.plimsoll.core.estimation.report.ComputeAmounts;
import dev.plimsoll.core.estimation.report.ContainerReport;
import dev.plimsoll.core.estimation.report.Risk;
import dev.plimsoll.core.estimation.report.WorkloadReport;
import dev.plimsoll.core.model.ResourceAmounts;
import java.util.Locale;

/** The report as JSON. Amounts are quantities, as in the API. */
final class ReportDocument {
    private final Money money;

    ReportDocument(Money money) {
        this.money = money;
    }

    ObjectNode of(ClusterReport report, ReportContext context) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("cluster", context.cluster());
        if (!context.scope().isEmpty()) document.put("namespace", context.scope());
        document.put("source", context.source()).put("made", context.made().toString());
        var sums = document.putObject("totals")
                .put("workloads", report.workloads().size())
                .put("pods", report.pods())
                .put("atRisk", report.atRisk())
                .put("withoutSamples", report.unknown());
        totals(report.totals(), sums);
        amounts(report.recommended(), sums.putObject("recommended"));
        priced(report.waste(), sums.putObject("waste"));
        priced(report.shortage(), sums.putObject("shortage"));
        var list = document.putArray("workloads");
        for (var workload : report.workloads()) workload(workload, list.addObject());
        return document;
    }

    private void workload(WorkloadReport workload, ObjectNode node) {
        var name = workload.name();
        node.put("namespace", name.namespace())
                .put("kind", name.kind())
                .put("name", name.name())
                .put("pods", workload.pods())
                .put("level", workload.setsPodLevel() ? "pod" : "container")
                .put("samples", workload.samples())
                .put("historySeconds", workload.span().toSeconds());
        totals(workload.totals(), node);
        if (workload.isKnown()) {
            amounts(workload.recommended(), node.putObject("recommended"));
            amounts(workload.totals().byContainers(), node.putObject("recommendedByContainers"));
            amounts(workload.totals().byPod(), node.putObject("recommendedByPod"));
            priced(workload.waste(), node.putObject("waste"));
            priced(workload.shortage(), node.putObject("shortage"));
            workload.atPod().pod().ifPresent(pod -> estimate(pod, node.putObject("podRecommendation")));
        }
        var containers = node.putArray("containers");
        for (var container : workload.containers()) container(container, containers.addObject());
        var risks = node.putArray("risks");
        for (var risk : workload.risks()) risk(risk, risks.addObject());
    }

    private static void container(ContainerReport container, ObjectNode node) {
        node.put("name", container.name());
        if (container.isSidecar()) node.put("sidecar", true);
        if (!container.asked().requests().isEmpty()) amounts(container.asked().requests(), node.putObject("requests"));
        if (!container.asked().limits().isEmpty()) amounts(container.asked().limits(), node.putObject("limits"));
        amounts(container.average(), node.putObject("average"));
        amounts(container.highest(), node.putObject("highest"));
        container.estimate().ifPresent(estimate -> estimate(estimate, node.putObject("recommendation")));
    }

    private static void estimate(Estimate estimate, ObjectNode node) {
        amounts(estimate.target(), node.putObject("target"));
        amounts(estimate.lowerBound(), node.putObject("lowerBound"));
        amounts(estimate.upperBound(), node.putObject("upperBound"));
    }

    private static void risk(Risk risk, ObjectNode node) {
        node.put("kind", kind(risk))
                .put("container", risk.container())
                .put("resource", risk.compute().resource().text())
                .put("needed", risk.compute().quantity(risk.needed()).toString())
                .put("given", risk.compute().quantity(risk.given()).toString())
                .put("text", RiskText.of(risk));
    }

    static String kind(Risk risk) {
        return switch (risk.kind()) {
            case KILLED -> "Killed";
            case NEAR_LIMIT -> "NearLimit";
            case NOT_REQUESTED -> "NotRequested";
            case TOO_LITTLE -> "TooLittle";
        };
    }

    private static void totals(WorkloadReport.Totals totals, ObjectNode node) {
        amounts(totals.asked(), node.putObject("asked"));
        amounts(totals.average(), node.putObject("average"));
        amounts(totals.highest(), node.putObject("highest"));
    }

    private void priced(ComputeAmounts amounts, ObjectNode node) {
        amounts(amounts, node);
        money.month(amounts).ifPresent(cost -> node.put("costPerMonth", Math.round(cost * 100) / 100.0));
    }

    private static void amounts(ComputeAmounts amounts, ObjectNode node) {
        for (var compute : Compute.ALL) {
            node.put(
                    compute.name().toLowerCase(Locale.ROOT),
                    compute.quantity(amounts.at(compute)).toString());
        }
    }

    private static void amounts(ResourceAmounts amounts, ObjectNode node) {
        amounts.toMap().forEach((name, quantity) -> node.put(name.text(), quantity.toString()));
    }
}
