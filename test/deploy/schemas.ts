import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { provideChartPackages, provideKubernetesSchemas } from "#scripts/services/helm.mjs";
import { root, type Manifest } from "./chart.js";

type Validate = ((manifest: unknown) => boolean) & { errors?: { instancePath: string; message: string }[] };
interface Ajv {
  addSchema: (schema: object, key: string) => void;
  compile: (schema: object) => Validate;
}
/** A kind of an operator, of its own schema. */
type Model = new (manifest: object) => { validate(): void };

/** Kinds that Kubernetes itself does not have, with the module of their schema. */
const ofOperators: Record<string, string> = {
  ScaledObject: "@kubernetes-models/keda/keda.sh/v1alpha1",
  PodMonitor: "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1",
  PrometheusRule: "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1",
};

/** What is wrong with a manifest by the schema of its kind, a line each. Kubernetes' own refuse unknown fields too. */
export async function makeJudge(): Promise<(manifest: Manifest) => string[]> {
  const packages = createRequire(join(await provideChartPackages(root), "package.json"));
  const { folder } = await provideKubernetesSchemas(root);
  const { default: AjvOf } = packages("ajv/dist/2020.js") as { default: new (options: object) => Ajv };
  const read = (file: string): object => JSON.parse(readFileSync(join(folder, file), "utf8")) as object;
  const ajv = new AjvOf({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(read("_definitions.json"), "_definitions.json");
  const models = new Map<string, Model>();
  for (const [kind, name] of Object.entries(ofOperators))
    models.set(kind, (packages(`${name}/${kind}`) as Record<string, Model>)[kind]!);
  const compiled = new Map<string, Validate>();

  return (manifest) => {
    const { apiVersion, kind } = manifest;
    const Own = models.get(kind);
    if (Own) return complaintsOf(new Own(manifest));
    const group = apiVersion.replace(/\.k8s\.io/, "").replace("/", "-");
    const file = `${kind.toLowerCase()}-${group}.json`;
    const validate = compiled.get(file) ?? ajv.compile(read(file));
    compiled.set(file, validate);
    return validate(manifest) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

function complaintsOf(one: { validate(): void }): string[] {
  try {
    one.validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
