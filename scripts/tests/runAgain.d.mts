import type { Figures } from "./figures.mjs";
import type { Part } from "./planParts.mjs";

export interface Outcome extends Figures {
  code: number;
  signal: string | null;
  ms: number;
  times: { beforeFirst: number; files: Record<string, number>; cpu: Record<string, number>; failed: string[] };
  part: Part;
}
interface Lane {
  run: (compiled: string, files: string[], print: (text: string) => void) => Promise<Omit<Outcome, "part">>;
}
interface How {
  compiled: string;
  isStopping: () => boolean;
  show: (text: string) => void;
}
export function runAgain(lanes: Lane[], outcomes: Outcome[], how: How): Promise<Outcome[]>;
