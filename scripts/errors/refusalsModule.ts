export const REFUSALS_FILE = "api/http/documents/refusalCodes.ts";

/** The text of that file. */
export function refusalsModule(codes: ReadonlyMap<string, readonly number[]>): string {
  const rows = [...codes]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, numbers]) => `  ${JSON.stringify(name)}: [${numbers.join(", ")}],`);
  return [
    "/** Made by `npm run errors`; not to be edited. The codes that each endpoint's own code may refuse with. */",
    "export const refusalCodes: Readonly<Record<string, readonly number[]>> = {",
    ...rows,
    "};",
    "",
  ].join("\n");
}
