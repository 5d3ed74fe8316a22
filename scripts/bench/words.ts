/** The product names of the search bench: one noun of a hundred, one adjective of twenty. */
const first = [
  ["tea", "茶"],
  ["oak", "橡"],
  ["rain", "雨"],
  ["moon", "月"],
  ["river", "河"],
  ["stone", "石"],
  ["wind", "风"],
  ["star", "星"],
  ["snow", "雪"],
  ["cloud", "云"],
] as const;
const second = [
  ["kettle", "壶"],
  ["lamp", "灯"],
  ["chair", "椅"],
  ["book", "书"],
  ["basket", "篮"],
  ["coat", "衣"],
  ["honey", "蜜"],
  ["blanket", "毯"],
  ["mirror", "镜"],
  ["clock", "钟"],
] as const;
export const NOUNS = first.length * second.length;

/** A word, and its two Han characters. */
export function nounOf(number: number): { latin: string; han: string } {
  const [latinFirst, hanFirst] = first[number % first.length]!;
  const [latinSecond, hanSecond] = second[Math.floor(number / first.length) % second.length]!;
  return { latin: `${latinFirst}${latinSecond}`, han: `${hanFirst}${hanSecond}` };
}

export const adjectives = (
  "amber bold calm dark early fine gentle honest ivory jolly " +
  "kind light mellow narrow olive plain quiet round small tall"
).split(" ");

/** Constant for a product, and unrelated to its other `salt`s. */
export function pick(number: number, salt: number, count: number): number {
  let mixed = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % count;
}
