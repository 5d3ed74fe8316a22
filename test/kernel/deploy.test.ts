import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "chai";
import { load as loadYaml, YAML11_SCHEMA } from "js-yaml";
import { serverFlags as deploymentFlags } from "#scripts/deployment/program.js";
import { serverFlags } from "#scripts/processes/serverFlags.mjs";
import { endpoints } from "#api/routes.js";
import { closureOf } from "#test/architecture/importGraph.js";
import "#shared/kernel/queue/ask.js";
import { measureQueueDepth } from "#shared/kernel/queue/queueDepth.js";
import { configNames } from "#shared/kernel/config/configSchema.js";
import { collectProcessMetrics, metrics } from "#shared/kernel/observability/metrics.js";
import "#shared/kernel/observability/objectives.js";
import { queueGroups, readQueueNames } from "#shared/kernel/queue/queueNames.js";
import "#workers/runtime/canary.js";

const root = resolve(import.meta.dirname, "../..");
/** With merge keys (<<), as compose reads them. */
const load = (text: string): unknown => loadYaml(text, { schema: YAML11_SCHEMA });
const read = (path: string): string => readFileSync(resolve(root, path), "utf8");

interface ComposeService {
  image?: string;
  restart?: string;
  networks?: string[];
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test?: string[] | string; disable?: boolean };
  ports?: string[];
  profiles?: string[];
  volumes?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
}
const { services } = load(read("docker-compose.yml")) as { services: Record<string, ComposeService> };
const procfile = new Map(
  read("Procfile")
    .trim()
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
);

/** dist/x/y.js of a command, as the source it is built from. */
const sourcesOf = (command: string): string[] =>
  [...command.matchAll(/dist\/(\S+)\.js/g)].map(([, path]) => `${path}.ts`);
const queuesOf = (command: string): string[] => /--queues=(\S+)/.exec(command)?.[1]?.split(",") ?? [];
const commandOf = (service: ComposeService): string => (service.command ?? []).join(" ");
const ours = Object.entries(services).filter(([, service]) => commandOf(service).includes("dist/"));
/** Those that run until they are stopped. */
const staying = ours.filter(([, { restart }]) => restart !== "no");

describe("the deployment", () => {
  it("every command runs a file that the build makes", () => {
    const commands = [...ours.map(([, service]) => commandOf(service)), ...procfile.values()];
    const sources = commands.flatMap(sourcesOf);
    expect(sources.length).to.be.greaterThan(15);
    expect(sources.filter((source) => !existsSync(resolve(root, source)))).to.deep.equal([]);
    expect(sourcesOf(read("scripts/deploy/Dockerfile").replace(/[",[\]]/g, " "))).to.deep.equal(["api/index.ts"]);
  });

  it("every server is started with the flags of npm start", () => {
    expect(deploymentFlags).to.deep.equal(serverFlags);
    const dockerfile = read("scripts/deploy/Dockerfile")
      .replace(/[",[\]]/g, " ")
      .replace(/ +/g, " ");
    for (const command of [...ours.map(([, service]) => commandOf(service)), ...procfile.values(), dockerfile])
      for (const [, flags, script] of command.matchAll(/node((?: --\S+)*) dist\/(api|workers)\//g))
        expect(flags!.trim(), script).to.equal(serverFlags.join(" "));
  });

  it("every group of queues has a service and a line of the Procfile of its own", () => {
    for (const commands of [ours.map(([, service]) => commandOf(service)), [...procfile.values()]]) {
      const groups = commands.flatMap(queuesOf);
      expect([...groups].sort()).to.deep.equal(Object.keys(queueGroups).sort());
      expect(() => readQueueNames(groups.join(","))).not.to.throw();
    }
  });

  it("two API processes stand behind the balancer, whose port alone is public", () => {
    const api = ours.filter(([, service]) => commandOf(service).includes("api/index.js")).map(([name]) => name);
    expect(api).to.deep.equal(["api1", "api2"]);
    const nginx = read("scripts/deploy/nginx.conf");
    for (const name of api) expect(nginx).to.include(`server ${name}:8080`);
    const open = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(open.filter((port) => !port.includes(" 127.0.0.1:"))).to.deep.equal(["balancer ${SHOP_PORT:-8080}:8080"]);
    expect(services["api1"]?.environment?.["TRUSTED_PROXIES"]).to.be.a("string");
    expect(nginx).to.include("X-Forwarded-For $remote_addr");
  });

  it("images are named by version, stores want passwords and stand on a network that has no way out", () => {
    const compose = load(read("docker-compose.yml")) as { networks: Record<string, { internal?: boolean } | null> };
    for (const [name, { image = "" }] of Object.entries(services))
      expect(image, name).to.match(/^[\w./-]+:v?\d+\.\d+(?:\.\d+)?$/);
    for (const store of ["mongodb", "redis", "s3"]) expect(services[store]?.networks, store).to.deep.equal(["stores"]);
    expect(compose.networks["stores"]?.internal).to.equal(true);
    expect(compose.networks["front"]?.internal).to.equal(true);
    expect(services["balancer"]?.networks).to.deep.equal(["public", "front"]);
    const { MONGODB_URI, REDIS_URL } = services["money"]!.environment!;
    expect(MONGODB_URI).to.include("shop:${MONGODB_PASSWORD:?");
    expect(REDIS_URL).to.include(":${REDIS_PASSWORD:?");
    expect(commandOf(services["mongodb"]!)).to.include("--keyFile");
    expect(commandOf(services["redis"]!)).to.include("--requirepass");
    expect(services["s3"]?.environment).to.include.keys(
      "WEED_JWT_FILER_SIGNING_KEY",
      "WEED_JWT_FILER_SIGNING_READ_KEY",
    );
  });

  it("the balancer logs no query and no code of a path, and closes connections on which nothing moves", () => {
    const nginx = read("scripts/deploy/nginx.conf");
    const formats = [...nginx.matchAll(/log_format (\w+) '([^']*)'/g)];
    expect(formats.map(([, name]) => name)).to.deep.equal(["shown"]);
    expect(formats[0]![2]).not.to.match(/\$(?:request(?:_uri)?|args|query_string|arg_\w+|http_\w+|uri)\b/);
    expect(nginx)
      .to.include("access_log /dev/stdout shown;")
      .and.match(/error_log \S+ crit;/);
    const secretPaths = endpoints.map(({ path }) => path).filter((path) => /:(?:code|token)\b/.test(path));
    for (const path of secretPaths) expect(nginx, path).to.include(path.slice(0, path.indexOf(":")));
    expect(secretPaths).to.have.lengthOf(2);
    expect(nginx).to.match(/client_header_timeout \d+s;[^]*send_timeout \d+s;/);
  });

  it("what plays the outside, fills and measures a shop is not in the image, and nothing there misses it", () => {
    const removed =
      /cd dist\/scripts && rm -rf ([\w ]+)\)/.exec(read("scripts/deploy/Dockerfile"))?.[1]?.split(" ") ?? [];
    expect(removed).to.include.members(["sandbox", "demo", "bench", "seed"]);
    const commands = `${read("Procfile")} ${JSON.stringify(services)}`;
    const entries = [...commands.matchAll(/dist\/([\w/]+)\.js/g)].map(([, file]) => `${file}.ts`);
    expect(entries).to.include.members(["api/index.ts", "workers/index.ts", "workers/cron.ts"]);
    const isRemoved = (file: string): boolean => removed.some((folder) => file.startsWith(`scripts/${folder}/`));
    expect([...closureOf(entries, { lazy: true })].filter(isRemoved)).to.deep.equal([]);
  });

  it("nothing serves before the migration has ended, and each says on its ops port whether it lives", () => {
    const after = (name: string) => ({ [name]: { condition: "service_completed_successfully" } });
    for (const [name, { depends_on: waits, healthcheck }] of staying) {
      expect(waits, name).to.deep.equal(after("setup"));
      expect(healthcheck?.test, name).to.deep.equal(["CMD", "bash", "healthy.sh"]);
    }
    expect(services["setup"]?.depends_on).to.deep.equal(after("migrate"));
    expect(ours.map(([name]) => name).filter((name) => !staying.some(([other]) => other === name))).to.deep.equal([
      "migrate",
      "setup",
    ]);
    const port = (name: string) => services[name]?.environment?.["OPS_PORT"];
    expect([port("api1"), port("cron"), port("money")]).to.deep.equal(["8081", "8079", "8082"]);
  });

  it("the stores are a replica set, a Redis that keeps and never evicts, and S3", () => {
    expect(commandOf(services["mongodb"]!)).to.include("--replSet").and.include("transactionLifetimeLimitSeconds=10");
    expect(commandOf(services["redis"]!)).to.include("--appendonly yes").and.include("noeviction");
    expect(commandOf(services["s3"]!)).to.include("-bucket=media");
  });

  it("holds no secret, and sets no variable that the service does not know", () => {
    for (const [name, { environment = {} }] of Object.entries(services))
      for (const [variable, value] of Object.entries(environment)) {
        if (/SECRET|PASSWORD|KEY|TOKEN/.test(variable)) expect(value, `${name} ${variable}`).to.match(/^\$\{\w+:\?/);
        if (ours.some(([our]) => our === name)) expect(configNames).to.include(variable);
      }
    expect(read(".dockerignore").split("\n")).to.include.members([".env", ".data", "node_modules", ".git"]);
  });

  it("mounts only files that are there", () => {
    const mounts = Object.values(services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter((volume) => volume.startsWith("./"))
      .map((volume) => volume.split(":")[0]!);
    expect(mounts.length).to.be.greaterThan(3);
    expect(mounts.filter((mount) => !existsSync(resolve(root, mount)))).to.deep.equal([]);
  });
});

describe("alerts and dashboard", () => {
  interface Rules {
    groups: { name: string; rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  }
  const rules = load(read("scripts/deploy/helm/files/rules.yml")) as Rules;
  const dashboard = JSON.parse(read("scripts/deploy/helm/files/dashboard.json")) as {
    panels: { type: string; title: string; targets?: { expr: string }[] }[];
  };
  const expressions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];

  it("name only metrics that the processes have", async () => {
    measureQueueDepth();
    if (!metrics.getSingleMetric("process_cpu_seconds_total")) collectProcessMetrics();
    const known = new Set(["up", ...metrics.getMetricsAsArray().map(({ name }) => name)]);
    const named = new Set(
      expressions
        .flatMap((expr) => expr.match(/\b(?:shop|nodejs|process)_\w+|\bup\b/g) ?? [])
        .map((name) => (known.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ""))),
    );
    expect(named.size).to.be.greaterThan(15);
    expect([...named].filter((name) => !known.has(name))).to.deep.equal([]);
  });

  it("group by labels that there are; none of ours is one that Prometheus sets itself", () => {
    measureQueueDepth();
    const all = metrics.getMetricsAsArray() as unknown as { labelNames?: string[] }[];
    const ours = new Set(all.flatMap(({ labelNames = [] }) => labelNames));
    expect(["job", "instance"].filter((label) => ours.has(label))).to.deep.equal([]);
    const known = new Set([...ours, "job", "instance", "le"]);
    const grouped = expressions.flatMap((expr) => [...expr.matchAll(/\bby \(([^)]*)\)/g)].map(([, list]) => list!));
    const named = new Set(grouped.flatMap((list) => list.split(",").map((label) => label.trim())));
    expect(named.size).to.be.greaterThan(5);
    expect([...named].filter((label) => !known.has(label))).to.deep.equal([]);
  });

  it("alerts are named once, and say what is wrong", () => {
    const alerts = rules.groups.flatMap((group) => group.rules);
    expect(new Set(alerts.map(({ alert }) => alert)).size).to.equal(alerts.length);
    expect(alerts.filter(({ annotations }) => !annotations?.summary)).to.deep.equal([]);
  });

  it("the dashboard has its rows, and every panel asks for something", () => {
    const titles = dashboard.panels.filter(({ type }) => type === "row").map(({ title }) => title);
    expect(titles).to.deep.equal([
      "Requests",
      "Queues",
      "Outbox",
      "Jobs",
      "Processes",
      "Stores and providers",
      "Objectives",
    ]);
    const idle = dashboard.panels.filter(({ type, targets }) => type !== "row" && !targets?.length);
    expect(idle).to.deep.equal([]);
  });

  it("Prometheus reads its rules, and every process of ours on its ops port", () => {
    interface Prometheus {
      rule_files: string[];
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    }
    const { rule_files: files, scrape_configs: jobs } = load(
      read("scripts/deploy/prometheus/prometheus.yml"),
    ) as Prometheus;
    const mounted = services["prometheus"]!.volumes!.map((volume) => volume.split(":"));
    for (const file of ["prometheus.yml", ...files]) {
      const [from] = mounted.find(([, to]) => to === `/etc/prometheus/${file}`) ?? [];
      expect(from !== undefined && existsSync(resolve(root, from)), file).to.equal(true);
    }
    const targets = jobs.flatMap((job) =>
      job.dns_sd_configs.flatMap(({ names, port }) => names.map((name) => `${name}:${port}`)),
    );
    const expected = staying.map(([name, service]) => `${name}:${service.environment?.["OPS_PORT"]}`);
    expect(targets.sort()).to.deep.equal(expected.sort());
  });
});
