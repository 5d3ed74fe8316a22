/**
 * What the platforms must not forget over a restart, in one append-only file: a line a change, the last line of a key
 * wins. It is read whole at the start and written anew without the superseded lines.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Values of one kind by key, in the order in which the keys came. */
export interface Shelf<T> {
  get(key: string): T | undefined;
  /** Stores the value and writes it down before returning, so that what a client was told survives a crash. */
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

  /** The shelf of that name; what it holds was written by this program, so its type is trusted. */
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

  /** Forgets everything, on disk too. */
  clear(): void {
    this.#shelves.clear();
    rmSync(this.#file, { force: true });
  }

  /** Writes the file anew. To be called before the first change, and only by the process that owns the file. */
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

/** A crash can leave the last line torn: it is no change that anyone was told of. */
function parseLine(written: string): Line | undefined {
  try {
    return written === "" ? undefined : (JSON.parse(written) as Line);
  } catch {
    return undefined;
  }
}
