import { errors } from "#shared/kernel/request/errors.js";

/** The head of a part. */
export interface FormPart {
  name: string;
  /** Set for files only. */
  fileName: string | undefined;
  hasType: boolean;
}

const CRLF = Buffer.from("\r\n");
const HEAD_END = Buffer.from("\r\n\r\n");
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_PARTS = 30;

/**
 * Parses multipart/form-data (RFC 7578) while it arrives: a head, its bytes, the next head. It pulls from `source` only
 * what is read, so that a slow reader slows the sender, and holds no more than a chunk. 400 for data that is not a
 * form or is cut off.
 */
export class FormReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  /** Starts as if after a line end, so that the first delimiter is like the others. */
  #buffer: Buffer = CRLF;
  #parts = 0;

  constructor(boundary: string, source: AsyncIterator<Buffer>) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#source = source;
  }

  /** The head of the next part; undefined at the end of the form. Read the bytes of the previous part first. */
  async next(): Promise<FormPart | undefined> {
    if (this.#parts === 0) await this.#passPreamble();
    while (this.#buffer.length < 2) await this.#more();
    if (this.#buffer.subarray(0, 2).toString("latin1") === "--") return undefined;
    if (++this.#parts > MAX_PARTS) throw errors.BadInput({ field: "body", reason: "has too many parts" });
    return partOf((await this.#through(HEAD_END)).toString("utf8"));
  }

  /** The bytes of the part whose head was read last. */
  async *bytes(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(this.#delimiter);
      const sure = at >= 0 ? at : this.#buffer.length - this.#delimiter.length + 1;
      const found = this.#buffer.subarray(0, Math.max(sure, 0));
      this.#buffer = this.#buffer.subarray(at >= 0 ? at + this.#delimiter.length : found.length);
      if (found.length > 0) yield found;
      if (at >= 0) return;
      await this.#more();
    }
  }

  async #passPreamble(): Promise<void> {
    let size = 0;
    for await (const bytes of this.bytes()) {
      size += bytes.length;
      if (size > MAX_HEAD_BYTES) throw noForm();
    }
  }

  async #through(mark: Buffer): Promise<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(mark);
      if (at >= 0) {
        const found = this.#buffer.subarray(0, at);
        this.#buffer = this.#buffer.subarray(at + mark.length);
        return found;
      }
      if (this.#buffer.length > MAX_HEAD_BYTES) throw noForm();
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw errors.BadInput({ field: "body", reason: "is cut off" });
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
  }
}

const noForm = (): Error => errors.BadInput({ field: "body", reason: "is not a valid form" });

function partOf(head: string): FormPart {
  const disposition = /^content-disposition:[ \t]*form-data(.*)$/im.exec(head)?.[1];
  const name = disposition === undefined ? undefined : parameterOf(disposition, "name");
  if (disposition === undefined || name === undefined) throw noForm();
  const fileName = parameterOf(disposition, "fileName") ?? parameterOf(disposition, "encodedFileName");
  return { name, fileName, hasType: /^content-type:/im.test(head) };
}

const parameters = {
  name: /;[ \t]*name=(?:"([^"\r\n]*)"|([^\s;"]+))/i,
  fileName: /;[ \t]*filename=(?:"([^"\r\n]*)"|([^\s;"]+))/i,
  encodedFileName: /;[ \t]*filename\*=(?:"([^"\r\n]*)"|([^\s;"]+))/i,
};
const parameterOf = (disposition: string, name: keyof typeof parameters): string | undefined => {
  const [, quoted, plain] = parameters[name].exec(disposition) ?? [];
  return quoted ?? plain;
};
