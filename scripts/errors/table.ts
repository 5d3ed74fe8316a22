import { declaredErrors } from "#shared/kernel/request/errors.js";

/** The text of shared/errors.md: every declared error, by code. */
export function errorsTable(): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  const rows = declaredErrors()
    .filter(({ domain }) => domain !== "test" && domain !== "again")
    .map(({ code, domain, name, en, zh }) => `| ${code} | ${domain} | ${name} | ${cell(en)} | ${cell(zh)} |`);
  return [
    "# Error codes",
    "",
    "Made by `npm run errors` from the declarations; `{x}` takes a value. Codes below 600 are HTTP statuses too, the rest",
    "are business refusals and travel as HTTP 200.",
    "",
    "| code | domain | name | English | 中文 |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
