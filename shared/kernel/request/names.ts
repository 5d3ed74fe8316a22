/** White space, what has no width, and the marks that address books put around what they copy. */
const AT_THE_ENDS = /[\s\u00ad\u200b\u2060\u202a\u202c\u2066-\u2069]/u;
/** Letters and signs that show something: no spaces, no marks alone, nothing that is drawn as nothing. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Embeddings, overrides and isolates, which turn what follows around. */
const TURNS_AROUND = /[\u202a-\u202e\u2066-\u2069]/u;

/** The one form of a name or a title: NFC, trimmed. */
export function cleanName(text: string): string {
  // Not by an expression that ends in "+$", which takes quadratic time for a long text of spaces.
  const name = text.normalize("NFC");
  let [start, end] = [0, name.length];
  while (start < end && AT_THE_ENDS.test(name[start]!)) start++;
  while (end > start && AT_THE_ENDS.test(name[end - 1]!)) end--;
  return name.slice(start, end);
}

/** Why a clean name is none; undefined for one that is. An empty one is none of its business. */
export function nameFault(name: string): string | undefined {
  if (TURNS_AROUND.test(name)) return "must not change the direction of text";
  return name === "" || VISIBLE.test(name) ? undefined : "must hold a visible character";
}
