package dev.plimsoll.cli.backtest.chart;

/** Colours and letters of the chart, for light and for dark pages. */
final class ChartStyle {
    static final String TEXT = """
            text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #24292f; }
            .page { fill: #ffffff; }
            .name { font-size: 20px; font-weight: 600; }
            .head { font-size: 14px; font-weight: 600; }
            .faint { fill: #57606a; }
            .tick { font-size: 11px; fill: #57606a; }
            .plot { fill: #f6f8fa; }
            .grid { stroke: #d0d7de; stroke-width: 1; }
            .edge { stroke: #8c959f; stroke-width: 1; }
            .used { fill: #54aeff; fill-opacity: .55; }
            .peak { fill: none; stroke: #218bff; stroke-width: 1; stroke-opacity: .7; }
            .request { fill: none; stroke: #1a7f37; stroke-width: 2.2; }
            .limit { fill: none; stroke: #9a6700; stroke-width: 1.6; stroke-dasharray: 6 4; }
            .manifest { fill: none; stroke: #8c959f; stroke-width: 1.4; stroke-dasharray: 2 3; }
            .throttled { fill: #cf222e; fill-opacity: .8; }
            .kill { fill: none; stroke: #cf222e; stroke-width: 2.2; }
            @media (prefers-color-scheme: dark) {
              text { fill: #e6edf3; }
              .page { fill: #0d1117; }
              .faint, .tick { fill: #9198a1; }
              .plot { fill: #161b22; }
              .grid { stroke: #30363d; }
              .edge { stroke: #6e7681; }
              .used { fill: #1f6feb; }
              .peak { stroke: #58a6ff; }
              .request { stroke: #3fb950; }
              .limit { stroke: #d29922; }
              .manifest { stroke: #8b949e; }
              .throttled { fill: #f85149; }
              .kill { stroke: #ff7b72; }
            }
            """;

    private ChartStyle() {}
}
