import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { startCollector } from "./collector.js";

const root = resolve(import.meta.dirname, "../..");
const sources = ["api", "workers", "shared"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("node_modules"))
    .map((file) => ({ file: join(folder, file), content: readFileSync(join(root, folder, file), "utf8") })),
);
const filesWith = (what: RegExp): string[] =>
  sources.filter(({ content }) => what.test(content)).map(({ file }) => file);

/** The lines that probe.ts prints before it has ended. */
async function probe(env: Record<string, string>): Promise<Record<string, unknown>[]> {
  const child = spawn(
    process.execPath,
    ["--conditions=shop-source", "--import=tsx/esm", join(import.meta.dirname, "probe.ts")],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: "test", LOG_LEVEL: "info", ...env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const lines = (await text(child.stdout)).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("what makes traces", () => {
  it("is imported by one file, and that one only when it is needed", () => {
    expect(filesWith(/["']@opentelemetry\//)).to.deep.equal(["shared/kernel/observability/tracingExport.ts"]);
    expect(filesWith(/from "[^"]*tracingExport\.js"/)).to.deep.equal([]);
    expect(filesWith(/import\("[^"]*tracingExport\.js"\)/)).to.deep.equal(["shared/kernel/observability/tracing.ts"]);
  });

  it("is not loaded where no collector is configured", async function () {
    const [first, line] = await probe({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
    expect(first).to.deep.equal({ loaded: 0 });
    expect(line).to.include({ requestId: "r-probe" }).and.not.to.have.property("traceId");
  });

  it("where one is: log lines carry the trace's id, and what was not sent yet is sent at the end", async function () {
    const collector = await startCollector();
    try {
      const [first, line] = await probe({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "probe" });
      expect(first?.["loaded"]).to.be.greaterThan(0);
      const [span] = collector.spans;
      expect(span).to.include({ name: "probed", service: "probe" });
      expect(line).to.include({ requestId: "r-probe", traceId: span!.traceId });
    } finally {
      await collector.close();
    }
  });
});
