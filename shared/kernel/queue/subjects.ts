/** The kind of a thing that jobs are about, by which operators search: the name of its id in payloads, "orderId". */
export type SubjectKind = `${string}Id`;

/** What a job is about, by which operators find it. Ids alone; numbers and names are resolved to ids first. */
export type About = Partial<Record<SubjectKind, number | string | readonly number[]>>;

/** One subject, in the form that rows store: "orderId:17". */
export const subject = (kind: SubjectKind, id: number | string): string => `${kind}:${id}`;

/** All of them, as a row stores them. */
export const subjectsOf = (about: About): string[] =>
  (Object.entries(about) as [SubjectKind, number | string | readonly number[]][]).flatMap(([kind, ids]) =>
    (typeof ids === "object" ? ids : [ids]).map((id) => subject(kind, id)),
  );

/** The reverse: the ids that a row is about, including those its runs added, by kind. */
export function aboutOf(subjects: readonly string[]): Record<string, (number | string)[]> {
  const about: Record<string, (number | string)[]> = {};
  for (const one of subjects) {
    const at = one.indexOf(":");
    const id = one.slice(at + 1);
    (about[one.slice(0, at)] ??= []).push(/^\d{1,15}$/.test(id) ? Number(id) : id);
  }
  return about;
}
