import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadAll } from "js-yaml";
import { provideHelm, provideKubernetesSchemas } from "#scripts/services/helm.mjs";

export const root = resolve(import.meta.dirname, "../..");
export const chart = resolve(root, "scripts/deploy/helm");
export const readChart = (file: string): string => readFileSync(resolve(chart, file), "utf8");
export const NAMESPACE = "shop-of-a-test";
/** The examples of values, each a shop of another kind. */
export const examples = ["small", "regions", "operators"] as const;
export type Example = (typeof examples)[number];

interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
}
interface Container {
  command: string[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  lifecycle?: { preStop: { exec: { command: string[] } } };
  securityContext: object;
  volumeMounts: { mountPath: string }[];
  resources: { requests: Record<string, string>; limits: Record<string, string> };
}
interface Pod {
  metadata: { labels: Record<string, string> };
  spec: {
    terminationGracePeriodSeconds: number;
    securityContext: object;
    automountServiceAccountToken: boolean;
    containers: [Container];
  };
}
interface Trigger {
  metadata: { query: string; threshold: string };
}
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  /** What kinds have in common, as far as tests read it. */
  spec: {
    replicas?: number;
    template?: Pod;
    selector?: Record<string, string> & { matchLabels?: Record<string, string> };
    podSelector?: { matchLabels: Record<string, string> };
    policyTypes?: string[];
    scaleTargetRef?: { name: string };
    minReplicas?: number;
    minReplicaCount?: number;
    triggers?: Trigger[];
    groups?: { rules: { alert: string; expr: string }[] }[];
    jobLabel?: string;
    podMetricsEndpoints?: { port: string; path: string }[];
  };
}

interface Ran {
  code: number;
  output: string;
  complaints: string;
}

/** Runs Helm to its end. */
export async function helm(...args: string[]): Promise<Ran> {
  const program = await provideHelm(root);
  return new Promise((done) =>
    execFile(program, args, { maxBuffer: 64 * 1024 * 1024 }, (error, output, complaints) =>
      done({ code: error ? Number(error.code ?? 1) : 0, output, complaints }),
    ),
  );
}

/** `from` is the chart's folder or a packed chart. */
export async function template(example: Example, { args = [] as string[], from = chart } = {}): Promise<Ran> {
  const { version } = await provideKubernetesSchemas(root);
  const values = ["-f", resolve(chart, "ci", `${example}.yaml`), ...args];
  return helm("template", "shop", from, "--namespace", NAMESPACE, "--kube-version", version, ...values);
}

export async function manifestsOf(example: Example, ...args: string[]): Promise<Manifest[]> {
  const { code, output, complaints } = await template(example, { args });
  if (code !== 0) throw new Error(complaints);
  return (loadAll(output) as (Manifest | null)[]).filter((manifest) => manifest !== null);
}

export const ofKind = (manifests: Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);
export const containerOf = (manifest: Manifest): Container => manifest.spec.template!.spec.containers[0];

/** The environment of a container, with these values of its Secret. */
export function environmentOf({ env }: Container, secret: Record<string, string>): Record<string, string | undefined> {
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => [name, value ?? secret[valueFrom!.secretKeyRef.key]]),
  );
}

/** A Secret as an operator makes it; what differs between examples is among it. */
export const secretOfAShop: Record<string, string> = {
  MONGODB_URI: "mongodb://shop:word@mongodb:27017/shop?replicaSet=rs0",
  REDIS_URL: "redis://:word@redis:6379",
  REDIS_CACHE_URL: "redis://:word@cache:6379",
  REDIS_VOLATILE_URL: "redis://:word@volatile:6379",
  S3_ACCESS_KEY: "shop",
  S3_SECRET_KEY: "given-for-a-test",
  JWT_KEYS: "k1:gq8Zt3Vw0nKd5yLxR2sBm7HcUj4EfPa9",
  SEAL_KEY: "0123456789abcdef".repeat(4),
  OPERATOR_PASSWORD: "kT7wq2ZpXa9c",
  METRICS_TOKEN: "given-for-a-test",
  SMS_SECRET_ID: "given-for-a-test",
  SMS_SECRET_KEY: "given-for-a-test",
  SOCIAL_MINI_SECRET: "given-for-a-test",
};
