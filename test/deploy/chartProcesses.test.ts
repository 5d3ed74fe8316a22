import { expect } from "chai";
import { config } from "#shared/kernel/config/config.js";
import { configNames } from "#shared/kernel/config/configSchema.js";
import { queueNames } from "#shared/kernel/queue/queueNames.js";
import { program, runToEnd, type Program } from "#scripts/deployment/program.js";
import { freePort } from "#scripts/deployment/services.js";
import { eventually } from "#test/support/eventually.js";
import { fromSources } from "#test/support/fromSources.js";
import { containerOf, environmentOf, manifestsOf, NAMESPACE, ofKind, secretOfAShop, type Manifest } from "./chart.js";
import { makeQueryReader, type Asked } from "./promql.js";

/** The shop's pods as processes of this machine: each with the command and the environment of its manifest. */
describe("the chart's processes", function () {
  this.timeout(600_000);
  let manifests: Manifest[];
  let read: (query: string) => Asked[];
  const running: { name: string; manifest: Manifest; program: Program; portOf: (name: string) => number }[] = [];
  /** The figures of all of them: the label values seen, by metric and label. */
  const seen = new Map<string, Map<string, Set<string>>>();

  /** Where this machine's stores are; everything else is as in the manifest. */
  const stores = (): Record<string, string> => {
    const { MONGODB_URI, REDIS_URL, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET } = config;
    const mongodb = new URL(MONGODB_URI);
    mongodb.pathname = `${mongodb.pathname}-chart`;
    const found = { MONGODB_URI: mongodb.href, REDIS_URL, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET };
    return { ...found, BULL_PREFIX: `{chart-${process.pid}}`, LOG_LEVEL: "fatal", PATH: process.env["PATH"] ?? "" };
  };
  const envOf = (manifest: Manifest): Record<string, string> => ({
    ...(environmentOf(containerOf(manifest), secretOfAShop) as Record<string, string>),
    ...stores(),
  });

  async function start(name: string): Promise<void> {
    const manifest = ofKind(manifests, "Deployment").find(({ metadata }) => metadata.name === `shop-${name}`)!;
    const { command, ports } = containerOf(manifest);
    const env = envOf(manifest);
    // Free ports of this machine, in place of those that each pod has for itself.
    const given = new Map<string, number>();
    for (const { name: port, containerPort } of ports) {
      const variable = configNames.find((one) => env[one] === String(containerPort))!;
      expect(variable, `${name} listens on its port ${port}`).to.equal(port === "http" ? "PORT" : "OPS_PORT");
      given.set(port, await freePort());
      env[variable] = String(given.get(port));
    }
    const script = command.find((word) => word.startsWith("dist/"))!;
    const args = command.slice(command.indexOf(script) + 1);
    const source = script.replace(/^dist\/(.*)\.js$/, "$1.ts");
    const portOf = (port: string): number => given.get(port)!;
    const readyAt = `http://127.0.0.1:${portOf("ops")}/health`;
    running.push({ name, manifest, program: program([...fromSources(source), ...args], env, { readyAt }), portOf });
    await running.at(-1)!.program.start();
  }

  before(async () => {
    read = await makeQueryReader();
    manifests = await manifestsOf("operators");
    const [migrate] = ofKind(manifests, "Job");
    const scripts = containerOf(migrate!)
      .command.at(-1)!
      .matchAll(/dist\/(\S+)\.js/g);
    for (const [, script] of scripts) {
      const { code, output } = await runToEnd(fromSources(`${script}.ts`), envOf(migrate!));
      expect(code, output).to.equal(0);
    }
    for (const name of ["api", "cron", "control", "messages"]) await start(name);
  });
  after(async () => {
    for (const { program: one } of running) await one.stop();
  });

  it("answer every probe at its path and port; the API is not ready while queues have no worker", async () => {
    const statusOf = async (port: number, path: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    for (const { name, manifest, portOf } of running) {
      const { startupProbe, readinessProbe, livenessProbe } = containerOf(manifest);
      for (const { tcpSocket, httpGet } of [startupProbe, livenessProbe])
        await eventually(name, async () =>
          httpGet
            ? (await statusOf(portOf(httpGet.port), httpGet.path)) === 200
            : (await statusOf(portOf(tcpSocket!.port), "/")) > 0,
        );
      const { port, path } = readinessProbe.httpGet!;
      await eventually(`${name} ${path}`, async () => (await statusOf(portOf(port), path)) === 200);
      if (name === "api") expect(await statusOf(portOf(port), "/health/ready")).to.equal(503);
    }
  });

  it("have every metric and label that a scaler asks for, with the queues and the state that it names", async () => {
    await readFigures();
    const queries = ofKind(manifests, "ScaledObject").flatMap(({ spec }) => spec.triggers!);
    expect(queries).to.have.lengthOf(2 * 9);
    const queues = new Set<string>();
    for (const { metadata } of queries)
      for (const { metric, labels } of read(metadata.query)) {
        const { namespace, ...own } = labels;
        expect(namespace).to.equal(NAMESPACE);
        const has = seen.get(metric);
        expect(has, metric).not.to.equal(undefined);
        for (const [label, text] of Object.entries(own))
          for (const value of text.split("|")) {
            expect([...(has!.get(label) ?? [])], `${metric} ${label}`).to.include(value);
            if (label === "queue") queues.add(value);
          }
      }
    expect([...queues].sort()).to.deep.equal([...queueNames].sort());
  });

  it("have every metric of the alerts and the dashboard, which ask for those of this shop's namespace alone", async () => {
    await readFigures();
    const rules = ofKind(manifests, "PrometheusRule").flatMap(({ spec }) =>
      spec.groups!.flatMap((group) => group.rules),
    );
    const [dashboard] = ofKind(manifests, "ConfigMap").map(({ data }) => Object.values(data!)[0]!);
    const { panels } = JSON.parse(dashboard!) as {
      panels: { datasource?: { uid: string }; targets?: { expr: string }[] }[];
    };
    const queries = [...rules, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) =>
      // Grafana's own, which it replaces before Prometheus sees it.
      expr.replaceAll("$__rate_interval", "5m"),
    );
    expect(queries.length).to.be.greaterThan(50);
    for (const { metric, labels } of queries.flatMap(read)) {
      expect(labels["namespace"], metric).to.equal(NAMESPACE);
      expect(metric === "up" || seen.has(metric), metric).to.equal(true);
    }
    const sources = new Set(panels.flatMap(({ datasource }) => datasource?.uid ?? []));
    expect([...sources]).to.deep.equal(["prometheus-of-the-cluster"]);
  });

  it("say no label themselves that Prometheus sets by the pod, and are told apart as in docker compose", async () => {
    await readFigures();
    const own = new Set([...seen.values()].flatMap((labels) => [...labels.keys()]));
    expect(["namespace", "pod", "container", "job", "instance"].filter((label) => own.has(label))).to.deep.equal([]);
    const [{ spec: monitor }] = ofKind(manifests, "PodMonitor") as [Manifest];
    expect(monitor.podMetricsEndpoints).to.deep.equal([{ port: "ops", path: "/metrics", interval: "10s" }]);
    const jobs = running.map(({ manifest }) => manifest.spec.template!.metadata.labels[monitor.jobLabel!]);
    expect(jobs).to.deep.equal(["api", "cron", "worker", "worker"]);
  });

  it("end by SIGTERM, with code 0", async () => {
    for (const { name, program: one } of running) {
      await one.kill("SIGTERM");
      expect(await one.untilEnded(), name).to.deep.equal({ code: 0, signal: null });
    }
  });

  /** Every series of every process, and the names of metrics that have none yet. */
  async function readFigures(): Promise<void> {
    if (seen.size > 0) return;
    for (const { portOf } of running) {
      const text = await (await fetch(`http://127.0.0.1:${portOf("ops")}/metrics`)).text();
      for (const [, metric, type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
        for (const end of type === "histogram" ? ["_bucket", "_sum", "_count"] : [""])
          if (!seen.has(metric + end)) seen.set(metric + end, new Map());
      for (const [, metric, labels] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm))
        for (const [, label, value] of labels!.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
          const values = seen.get(metric!)?.get(label!) ?? new Set();
          seen.get(metric!)?.set(label!, values.add(value!));
        }
    }
  }
});
