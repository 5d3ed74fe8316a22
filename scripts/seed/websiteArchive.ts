import { gzipSync } from "node:zlib";

const BLOCK = 512;

/** A .tar.gz of a few text files; the same files give the same bytes. */
export function tarGz(files: Record<string, string>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const bytes = Buffer.from(text);
    return [headerOf(name, bytes.length), bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

/** One file's header (POSIX ustar); its time is the epoch. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(name, 0, 100);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(" ".repeat(8), 148);
  header.write("0", 156);
  header.write("ustar\0", 257);
  header.write("00", 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
