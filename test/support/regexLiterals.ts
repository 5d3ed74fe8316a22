/** A regular expression as it stands in a source. */
interface RegexLiteral {
  pattern: string;
  flags: string;
  line: number;
}

/** After these a slash begins a regular expression; after a name, a number or a closing bracket it divides. */
const wordsBefore = new Set(["return", "typeof", "case", "in", "of", "do", "else", "void", "await", "yield", "throw"]);

/** Every regular expression literal of a TypeScript source, those inside of template texts among them. No JSX. */
export function regexLiterals(source: string): RegexLiteral[] {
  const found: RegexLiteral[] = [];
  /** Open braces of each template substitution that is being read. */
  const braces: number[] = [];
  let before = "";
  let at = 0;
  const passTemplate = (): void => {
    for (; at < source.length; at++) {
      if (source[at] === "\\") at++;
      else if (source[at] === "`") return void (at++, (before = ")"));
      else if (source.startsWith("${", at)) return void ((at += 2), braces.push(0), (before = "("));
    }
  };
  while (at < source.length) {
    const char = source[at]!;
    if (/\s/.test(char)) at++;
    else if (source.startsWith("//", at)) at = endOr(source.indexOf("\n", at), source);
    else if (source.startsWith("/*", at)) at = endOr(source.indexOf("*/", at) + 2, source);
    else if (char === '"' || char === "'") {
      for (at++; source[at] !== char && at < source.length; at++) if (source[at] === "\\") at++;
      at++;
      before = ")";
    } else if (char === "`") {
      at++;
      passTemplate();
    } else if (char === "}" && braces.at(-1) === 0) {
      braces.pop();
      at++;
      passTemplate();
    } else if (char === "/" && beginsRegex(before)) {
      const end = endOfRegex(source, at);
      const flags = /^[a-z]*/.exec(source.slice(end + 1))![0];
      found.push({ pattern: source.slice(at + 1, end), flags, line: source.slice(0, at).split("\n").length });
      at = end + 1 + flags.length;
      before = ")";
    } else {
      const word = /^[\w$]+/.exec(source.slice(at, at + 100))?.[0];
      if (char === "{" && braces.length > 0) braces[braces.length - 1]!++;
      if (char === "}" && braces.length > 0) braces[braces.length - 1]!--;
      before = word ?? char;
      at += before.length;
    }
  }
  return found;
}

const endOr = (end: number, source: string): number => (end <= 0 ? source.length : end);
const beginsRegex = (before: string): boolean => wordsBefore.has(before) || before === "" || !/^[\w$)\]]/.test(before);

function endOfRegex(source: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < source.length && source[at] !== "\n"; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "[") inClass = true;
    else if (source[at] === "]") inClass = false;
    else if (source[at] === "/" && !inClass) return at;
  }
  throw new Error(`no end of ${source.slice(start, start + 60)}`);
}
