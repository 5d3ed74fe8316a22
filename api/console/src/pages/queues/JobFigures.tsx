import { Link } from "react-router";
import { useLanguage } from "../../texts/texts";
import { subjectWords, type Job } from "./job.states";

/** The subjects of a job, each with a link to its page, and the number that members and channels know where it is given. */
export function JobSubjects({
  about,
  numbers = {},
}: Pick<Job, "about"> & {
  /** By subject: "orderId:17". */
  numbers?: Record<string, string>;
}) {
  const { of } = useLanguage();
  const subjects = Object.entries(about).flatMap(([kind, ids]) => ids.map((id) => ({ kind, id })));
  if (subjects.length === 0) return <>–</>;
  return (
    // One element, because the content of a fact lays its children out in a row.
    <div>
      {subjects.slice(0, 5).map(({ kind, id }) => {
        const { words, path } = subjectWords[kind] ?? { words: [kind, kind] as const };
        const number = numbers[`${kind}:${id}`];
        const text = `${of(words)} ${id}${number ? ` (${number})` : ""}`;
        return <div key={`${kind} ${id}`}>{path ? <Link to={`${path}${id}`}>{text}</Link> : text}</div>;
      })}
      {subjects.length > 5 && <div>{`+ ${subjects.length - 5}`}</div>}
    </div>
  );
}
