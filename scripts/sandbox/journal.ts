/**
 * The providers' state that survives a restart, in one append-only file: one line per change, the last line of a key
 * wins. It is read whole at the start and rewritten without the superseded lines.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Values of one kind by key, in insertion order. */
export interface Shelf<T> {
  get(key: string): T | undefined;
  /** Writes the value to disk before returning, so that what a response reported survives a crash. */
  put(key: string, value: T): void;
  /** Newest first. */
  list(): T[];
}

interface Line {
  shelf: string;
  key: string;
  value: unknown;
}

export class Journal {
  readonly #file: string;
  readonly #shelves = new Map<string, Map<string, unknown>>();

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) this.#read(readFileSync(file, "utf8"));
  }

  /** The shelf of that name; this program wrote its values, so their type is trusted. */
  shelf<T>(name: string): Shelf<T> {
    return {
      get: (key) => this.#values(name).get(key) as T | undefined,
      put: (key, value) => {
        this.#values(name).set(key, value);
        appendFileSync(this.#file, this.#line({ shelf: name, key, value }), { mode: 0o600 });
      },
      list: () => [...this.#values(name).values()].toReversed() as T[],
    };
  }

  /** Deletes everything, on disk too. */
  clear(): void {
    this.#shelves.clear();
    rmSync(this.#file, { force: true });
  }

  /** Rewrites the file. Call it before the first change, and only in the process that owns the file. */
  compact(): void {
    const lines = [...this.#shelves].flatMap(([shelf, values]) =>
      [...values].map(([key, value]) => this.#line({ shelf, key, value })),
    );
    const fresh = `${this.#file}.new`;
    writeFileSync(fresh, lines.join(""), { mode: 0o600 });
    renameSync(fresh, this.#file);
  }

  #values(name: string): Map<string, unknown> {
    const found = this.#shelves.get(name) ?? new Map<string, unknown>();
    this.#shelves.set(name, found);
    return found;
  }

  #line(line: Line): string {
    return `${JSON.stringify(line)}\n`;
  }

  #read(text: string): void {
    for (const written of text.split("\n")) {
      const line = parseLine(written);
      if (line) this.#values(line.shelf).set(line.key, line.value);
    }
  }
}

/** A crash can leave the last line incomplete; no response reported that change. */
function parseLine(written: string): Line | undefined {
  try {
    return written === "" ? undefined : (JSON.parse(written) as Line);
  } catch {
    return undefined;
  }
}
