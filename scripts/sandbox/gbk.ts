/** GBK, the encoding of Alipay's files. Node only decodes it, so the table is made by decoding all of it. */

let table: Map<string, number> | undefined;

function gbkTable(): Map<string, number> {
  const decoder = new TextDecoder("gbk");
  const made = new Map<string, number>();
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (text.length === 1 && text !== "\uFFFD" && !made.has(text)) made.set(text, lead * 256 + trail);
    }
  return made;
}

/** Characters that GBK lacks become a question mark. */
export function gbkBytes(text: string): Uint8Array {
  table ??= gbkTable();
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (character.length === 1 && code < 0x80) {
      bytes.push(code);
      continue;
    }
    const found = table.get(character) ?? 0x3f;
    if (found > 0xff) bytes.push(found >> 8);
    bytes.push(found & 0xff);
  }
  return Uint8Array.from(bytes);
}
