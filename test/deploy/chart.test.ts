import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { load } from "js-yaml";
import { serverFlags } from "#scripts/processes/serverFlags.mjs";
import { configNames, parseConfig, ConfigError } from "#shared/kernel/config/configSchema.js";
import { queueGroups, queueNames, readQueueNames } from "#shared/kernel/queue/queueNames.js";
import {
  chart,
  containerOf,
  environmentOf,
  examples,
  helm,
  manifestsOf,
  ofKind,
  readChart,
  root,
  secretOfAShop,
  template,
  type Example,
  type Manifest,
} from "./chart.js";
import { makeJudge } from "./schemas.js";

/** Of the chart itself, of the sandbox, and of npm start. */
const notToBeSet = ["NODE_ENV", "PORT", "HOST", "OPS_PORT", "OPS_HOST", "DATA_DIR"];
const usable = configNames.filter((name) => !notToBeSet.includes(name) && !name.startsWith("SANDBOX_"));
const concurrency = queueNames.map((name) => `WORKER_CONCURRENCY_${name.toUpperCase().replaceAll("-", "_")}`);
/** Named like a secret, and none: ids, public keys, texts and switches. */
const namedLikeASecret =
  /^(NEW_OPERATORS_CHANGE_PASSWORD|SMS_TEMPLATE_\w+|NUONUO_TOKEN_URL|SOCIAL_EXPOSE_SECRETS|CAPTCHA_SITE_KEY|\w+_PUBLIC_KEY(_ID)?|\w+_FILE|\w+_SECRET_ID)$/;
const holdsASecret = (name: string): boolean =>
  /^(MONGODB_URI|REDIS_\w*URL|SMTP_URL|SMS_TEST_MOBILE)$/.test(name) ||
  (/SECRET|PASSWORD|KEY|TOKEN|SALT|HEADERS|CUSTOMER/.test(name) && !namedLikeASecret.test(name));

interface Values {
  secretKeys: string[];
  config: Record<string, unknown>;
  workers: { groups: Record<string, { queues: string[] }> };
}
const values = load(readChart("values.yaml")) as Values;
const schema = JSON.parse(readChart("values.schema.json")) as {
  properties: { config: { properties: object; required: string[] } };
  $defs: { queue: { enum: string[] }; variable: { enum: string[] } };
};
const faultNames = (env: Record<string, string>): string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).faults.map((fault) => fault.split(":")[0]!);
  }
};
const queuesOf = (manifest: Manifest): string[] =>
  containerOf(manifest)
    .command.filter((word) => word.startsWith("--queues="))
    .flatMap((word) => readQueueNames(word.slice("--queues=".length)));

describe("the chart", function () {
  // The first run of a machine fetches Helm and the schemas.
  this.timeout(600_000);
  const rendered = new Map<Example, Manifest[]>();
  let judge: (manifest: Manifest) => string[];

  before(async () => {
    judge = await makeJudge();
    for (const example of examples) rendered.set(example, await manifestsOf(example));
  });
  const eachExample = (look: (manifests: Manifest[], example: Example) => void): void => {
    for (const [example, manifests] of rendered) look(manifests, example);
  };
  const processesOf = (manifests: Manifest[]): Manifest[] => ofKind(manifests, "Deployment");
  const withPods = (manifests: Manifest[]): Manifest[] => [...processesOf(manifests), ...ofKind(manifests, "Job")];

  it("passes Helm's own check with every example of values", async () => {
    expect(readdirSync(join(chart, "ci")).sort()).to.deep.equal(examples.map((name) => `${name}.yaml`).sort());
    for (const example of examples) {
      const { code, output } = await helm("lint", chart, "--strict", "-f", join(chart, "ci", `${example}.yaml`));
      expect(code, output).to.equal(0);
    }
  });

  it("makes only what Kubernetes, KEDA and the Prometheus operator take, each by its name once", () => {
    const kinds = new Set<string>();
    eachExample((manifests, example) => {
      for (const manifest of manifests) {
        kinds.add(manifest.kind);
        expect(judge(manifest), `${example} ${manifest.kind} ${manifest.metadata.name}`).to.deep.equal([]);
      }
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size, example).to.equal(names.length);
    });
    expect(kinds).to.include.keys("ScaledObject", "PodMonitor", "PrometheusRule", "HorizontalPodAutoscaler", "Ingress");
    const [one] = processesOf(rendered.get("small")!);
    const misspelt = { ...one!, spec: { ...one!.spec, replica: 2, replicas: "2" as unknown as number } };
    expect(judge(misspelt), "the judge sees a misspelt field and a wrong type").to.have.lengthOf(2);
  });

  it("starts every process by a file that the build makes, with the flags of npm start, and never the sandbox", () => {
    eachExample((manifests, example) => {
      const programs = processesOf(manifests).map((manifest) => {
        const [node, ...rest] = containerOf(manifest).command;
        const script = rest[serverFlags.length]!;
        expect([node, ...rest.slice(0, serverFlags.length)], example).to.deep.equal(["node", ...serverFlags]);
        expect(existsSync(resolve(root, script.replace(/^dist\/(.*)\.js$/, "$1.ts"))), script).to.equal(true);
        return script;
      });
      expect(new Set(programs)).to.deep.equal(
        new Set(["dist/api/index.js", "dist/workers/index.js", "dist/workers/cron.js"]),
      );
      expect(JSON.stringify(manifests.filter(({ kind }) => kind !== "ConfigMap"))).not.to.match(/sandbox/i);
    });
  });

  it("each queue has a worker in exactly one group; by default the groups are those of the code", () => {
    eachExample((manifests, example) => {
      const taken = processesOf(manifests).flatMap(queuesOf);
      expect(taken.sort(), example).to.deep.equal([...queueNames].sort());
    });
    const groups = Object.entries(values.workers.groups).map(([name, { queues }]) => [name, queues]);
    expect(Object.fromEntries(groups)).to.deep.equal(queueGroups);
    expect(schema.$defs.queue.enum).to.deep.equal(queueNames);
    expect(readChart("templates/_queues.tpl")).to.include(`\n${queueNames.join(" ")}\n`);
  });

  it("knows every variable of the service, and takes what is secret from a Secret alone", () => {
    expect(schema.$defs.variable.enum).to.have.members(usable);
    const open = usable.filter((name) => !holdsASecret(name));
    expect(Object.keys(schema.properties.config.properties)).to.have.members([...open, ...concurrency]);
  });

  it("sets what production asks for, or has it from the Secret", () => {
    const asked = faultNames({ NODE_ENV: "production" }).filter((name) => name !== "SMS_SECRET_ID");
    const given = [...schema.properties.config.required, ...values.secretKeys];
    expect(asked.length).to.be.greaterThan(7);
    expect(asked.filter((name) => !given.includes(name))).to.deep.equal([]);
    eachExample((manifests, example) => {
      for (const manifest of withPods(manifests)) {
        const env = environmentOf(containerOf(manifest), secretOfAShop) as Record<string, string>;
        expect(faultNames(env), `${example} ${manifest.metadata.name}`).to.deep.equal([]);
        expect(env["NODE_ENV"]).to.equal("production");
        expect(Object.keys(env).filter((name) => ![...configNames, ...concurrency].includes(name))).to.deep.equal([]);
      }
    });
    const [api] = processesOf(rendered.get("regions")!);
    expect(environmentOf(containerOf(api!), {}), "a large number as its digits").to.include({
      VOD_MAX_BYTES: "1073741824",
      OTEL_TRACES_SAMPLER_ARG: "0.1",
    });
  });

  it("gives each process longer to end than it takes", async () => {
    const manifests = await manifestsOf("small", "--set", "config.SHUTDOWN_SECONDS=90");
    for (const each of [...rendered.values(), manifests])
      for (const manifest of processesOf(each)) {
        const container = containerOf(manifest);
        const { SHUTDOWN_SECONDS } = parseConfig(environmentOf(container, secretOfAShop));
        const before = Number(container.lifecycle?.preStop.exec.command[1] ?? 0);
        const given = manifest.spec.template!.spec.terminationGracePeriodSeconds;
        expect(given, manifest.metadata.name).to.be.greaterThan(SHUTDOWN_SECONDS + before);
      }
  });

  it("migrates and sets up before anything else, as the Procfile's release does", () => {
    const release = /^release: (.*)$/m.exec(readFileSync(resolve(root, "Procfile"), "utf8"))![1];
    eachExample((manifests) => {
      const [migrate, ...others] = ofKind(manifests, "Job");
      expect(others).to.deep.equal([]);
      expect(containerOf(migrate!).command).to.deep.equal(["sh", "-c", release]);
      expect(migrate!.metadata.annotations).to.include({ "helm.sh/hook": "pre-install,pre-upgrade" });
      // Nothing else is there yet at the first install.
      const needs = JSON.stringify(migrate).match(/configMap|persistentVolumeClaim|serviceAccountName":"(?!default")/g);
      expect(needs).to.equal(null);
    });
  });

  it("lets no process be root, write outside of /tmp, gain rights or use the cluster's API", () => {
    eachExample((manifests, example) => {
      for (const manifest of withPods(manifests)) {
        const { spec } = manifest.spec.template!;
        const where = `${example} ${manifest.metadata.name}`;
        expect(spec.containers, where).to.have.lengthOf(1);
        expect(spec.automountServiceAccountToken, where).to.equal(false);
        expect(spec.securityContext, where).to.deep.include({
          runAsNonRoot: true,
          seccompProfile: { type: "RuntimeDefault" },
        });
        const [{ securityContext, volumeMounts, resources }] = spec.containers;
        expect(securityContext, where).to.deep.equal({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(volumeMounts.map(({ mountPath }) => mountPath)).to.deep.equal(["/tmp"]);
        expect(resources.requests, where).to.include.keys("cpu", "memory");
        expect(resources.limits, where).to.include.keys("memory");
      }
    });
  });

  it("what selects pods selects those it means: one budget and at most one scaler each, one network policy at least", () => {
    eachExample((manifests, example) => {
      for (const process of processesOf(manifests)) {
        const where = `${example} ${process.metadata.name}`;
        const { labels } = process.spec.template!.metadata;
        const selects = (wanted: Record<string, string> = {}): boolean =>
          Object.entries(wanted).every(([name, value]) => labels[name] === value);
        const same = processesOf(manifests).filter(({ spec }) => selects(spec.selector?.matchLabels));
        expect(same, where).to.deep.equal([process]);
        const budgets = ofKind(manifests, "PodDisruptionBudget");
        expect(
          budgets.filter(({ spec }) => selects(spec.selector?.matchLabels)),
          where,
        ).to.have.lengthOf(1);
        const policies = ofKind(manifests, "NetworkPolicy").filter(({ spec }) =>
          selects(spec.podSelector?.matchLabels),
        );
        expect(
          policies.flatMap(({ spec }) => spec.policyTypes),
          where,
        ).to.include.members(["Ingress", "Egress"]);
        const scalers = [...ofKind(manifests, "ScaledObject"), ...ofKind(manifests, "HorizontalPodAutoscaler")].filter(
          ({ spec }) => spec.scaleTargetRef!.name === process.metadata.name,
        );
        // Two that set the number of replicas would undo each other.
        expect(scalers.length + (process.spec.replicas === undefined ? 0 : 1), where).to.equal(1);
        for (const { spec } of scalers) expect(spec.minReplicas ?? spec.minReplicaCount, where).to.be.at.least(1);
      }
      const services = ofKind(manifests, "Service").map(({ spec }) => spec.selector!["app.kubernetes.io/component"]);
      expect(services, example).to.deep.equal(["api"]);
    });
  });

  it("is whole when it is packed: the same comes out of it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "chart-"));
    try {
      expect((await helm("package", chart, "--destination", folder)).code).to.equal(0);
      const [packed] = readdirSync(folder);
      const { output } = await template("operators", { from: join(folder, packed!) });
      expect(output).to.equal((await template("operators")).output);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
