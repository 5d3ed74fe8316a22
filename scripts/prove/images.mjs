import { PlainFailure } from "../processes/progress.mjs";
import { TOOLS } from "./settings.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */

/** What our layers may hold above the base image. */
const MOST_MB = 200;

/**
 * Builds our Dockerfile in a folder of our code.
 * @param {Engine} engine
 * @param {string} code
 * @param {string} base
 * @param {string[]} args
 */
export const buildImage = (engine, code, base, ...args) =>
  engine.docker(
    "build",
    "--quiet",
    "--file",
    `${code}/scripts/deploy/Dockerfile`,
    "--build-arg",
    `NODE_IMAGE=${base}`,
    ...args,
    code,
  );

/**
 * The build with its tools, our image, and the next one: the same under another revision.
 * @param {Engine} engine
 * @param {string} root
 * @param {string} base
 * @param {{ ours: string, next: string }} names
 */
export async function buildImages(engine, root, base, { ours, next }) {
  await buildImage(engine, root, base, "--target", "build", "--tag", TOOLS);
  await buildImage(engine, root, base, "--build-arg", "REVISION=one", "--tag", ours);
  await buildImage(engine, root, base, "--build-arg", "REVISION=two", "--tag", next);
}

/**
 * How large our layers are; too large is a failure.
 * @param {Engine} engine
 * @param {string} ours
 * @param {string} base
 */
export async function sizesOf(engine, ours, base) {
  const sizeOf = async (/** @type {string} */ image) =>
    Number(await engine.docker("image", "inspect", "--format", "{{.Size}}", image)) / 1e6;
  const above = (await sizeOf(ours)) - (await sizeOf(base));
  if (above > MOST_MB) throw new PlainFailure(`Our layers are ${above.toFixed(0)} MB, ${MOST_MB} are the limit`);
  return `${above.toFixed(0)} MB above its base image`;
}
