/** What one process runs on a database of its own: a folder, or some files of a big one. */
export interface Part {
  name: string;
  files: string[];
  ms: number;
}
export function laneCount(): number;
export function planParts(root: string, files: string[], lanes: number): Part[][];
