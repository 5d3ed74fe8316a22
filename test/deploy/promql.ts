import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { provideChartPackages } from "#scripts/services/helm.mjs";
import { root } from "./chart.js";

interface SyntaxNode {
  name: string;
  from: number;
  to: number;
  type: { isError: boolean };
}
interface Parser {
  parse: (text: string) => { iterate: (walk: { enter: (node: SyntaxNode) => void }) => void };
}

/** A metric that a query asks for, with the values that it is compared to by label. */
export interface Asked {
  metric: string;
  labels: Record<string, string>;
}

/** Reads a query by Prometheus' own grammar: the metrics that it asks for. Throws where it is none. */
export async function makeQueryReader(): Promise<(query: string) => Asked[]> {
  const packages = createRequire(join(await provideChartPackages(root), "package.json"));
  const { parser } = (await import(pathToFileURL(packages.resolve("@prometheus-io/lezer-promql")).href)) as {
    parser: Parser;
  };
  return (query) => {
    const asked: Asked[] = [];
    let label = "";
    parser.parse(query).iterate({
      enter: ({ name, from, to, type }) => {
        const text = query.slice(from, to);
        if (type.isError) throw new Error(`no PromQL at ${from}: ${query}`);
        if (name === "VectorSelector") asked.push({ metric: /^\w+/.exec(text)![0], labels: {} });
        else if (name === "UnquotedLabelMatcher") label = /^\w+/.exec(text)![0];
        else if (name === "StringLiteral" && label) {
          asked.at(-1)!.labels[label] = JSON.parse(text) as string;
          label = "";
        }
      },
    });
    return asked;
  };
}
