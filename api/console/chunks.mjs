// How the console is cut into files: few, as each costs a round trip, and none with what its page does not show.
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("src/main.ts", import.meta.url));
const shell = fileURLToPath(new URL("src/shell/mount.tsx", import.meta.url));
/** What so many pages need is one file of its own. */
const PAGES_IN_COMMON = 6;
/** So little of ours goes with it as soon as two pages need it, and it nothing else: a file costs more than it weighs. */
const LITTLE = 4_096;

/**
 * The name of a module's file: what the sign-in needs is `door`, the menu and what surrounds all pages are `shell`, what
 * many pages need is `lists`; all others are left to the bundler.
 */
export function chunkNames() {
  /** @type {Map<string, string> | undefined} */
  let names;
  /** @type {(id: string, context: import("rolldown").ChunkingContext) => string | null} */
  return (id, context) => (names ??= namesOf(context)).get(id) ?? null;
}

/** @param {import("rolldown").ChunkingContext} context */
function namesOf(context) {
  /** @param {string} first */
  const loadedWith = (first) => {
    const found = new Set([first]);
    for (const id of found) for (const one of context.getModuleInfo(id)?.importedIds ?? []) found.add(one);
    return found;
  };
  const atSignIn = loadedWith(main);
  const around = loadedWith(shell);
  const pages = new Set([...around].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []));
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const page of pages) for (const id of loadedWith(page)) uses.set(id, (uses.get(id) ?? 0) + 1);
  /** @type {Map<string, string>} */
  const names = new Map();
  const isLittle = (/** @type {string} */ id) =>
    !id.includes("node_modules") && (context.getModuleInfo(id)?.code?.length ?? LITTLE) < LITTLE;
  for (const [id, count] of uses) if (count >= PAGES_IN_COMMON) names.set(id, "lists");
  for (const id of around) names.set(id, "shell");
  for (const [id, count] of uses)
    if (count > 1 && !names.has(id) && isLittle(id) && [...loadedWith(id)].every((one) => one === id || names.has(one)))
      names.set(id, "lists");
  for (const id of atSignIn) names.set(id, "door");
  names.delete(main);
  return names;
}

const kebab = (/** @type {string} */ name) => name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
/** Where a component is that the package's index names. @type {Record<string, (name: string) => string>} */
const moduleOf = {
  antd: (name) => `antd/es/${name === "QRCode" ? "qr-code" : kebab(name)}`,
  "@ant-design/icons": (name) => `@ant-design/icons/es/icons/${name}`,
};

/**
 * Components come from their own modules: what one page takes from a package's index would be loaded with all pages
 * that take anything from it.
 * @returns {import("rolldown").Plugin}
 */
export const componentsByModule = () => ({
  name: "components-by-module",
  transform: {
    filter: { id: /[\\/]console[\\/]src[\\/].*\.tsx?$/ },
    handler: (code) =>
      code.replace(/import \{([^}]*)\} from "(antd|@ant-design\/icons)";/g, (_, /** @type {string} */ names, from) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name !== "" && !name.startsWith("type "))
          .map((name) => name.split(" as "))
          .map(([name, here = name]) => `import ${here} from "${moduleOf[from]?.(name ?? "")}";`)
          .join(" "),
      ),
  },
});
