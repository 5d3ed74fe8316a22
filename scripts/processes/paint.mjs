/** @typedef {"red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "gray" | "bold"} Colour */

const codes = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36, gray: 90, bold: 1 };

/** Colours only on a terminal, and never against NO_COLOR. */
export const coloured = Boolean(process.stdout.isTTY) && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";

/**
 * @param {Colour} colour
 * @param {string} text
 */
export function paint(colour, text) {
  return coloured ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
}
