import { Link } from "react-router";
import { useTexts } from "../../texts/texts";
import { SlotsForm, SlotsReset } from "./SlotsForm";
import type { Process, QueueName } from "./useProcesses";
import { bundle } from "./workers.texts";

/** The queues that a worker takes, and how many of its slots for each are taken. */
export function QueueSeats({ process, title }: { process: Process; title: string }) {
  const words = useTexts(bundle);
  const maySet = process.alive && !process.drain;
  return (
    <ul className="process-queues" aria-label={words("queues")}>
      {process.queues.map(({ name, slots, slotsTaken, configured }) => {
        const isOther = configured !== null && configured !== slots;
        return (
          <li key={name}>
            <Link to={`/queues/${name}`}>{name}</Link>
            <span className="process-slots numbers">
              {`${slotsTaken} / ${slots}`}
              <span className="process-bar" aria-hidden>
                <span
                  style={{ width: `${slots === 0 ? 0 : Math.min(100, Math.round((slotsTaken / slots) * 100))}%` }}
                />
              </span>
            </span>
            {maySet && (
              <span className="process-acts">
                <SlotsForm name={name as QueueName} process={{ id: process.id, title }} slots={slots} />
                {isOther && <SlotsReset name={name as QueueName} processId={process.id} />}
              </span>
            )}
            {isOther && <small>{words("configuredAs", { count: configured })}</small>}
          </li>
        );
      })}
    </ul>
  );
}
