import { GoodJobModel, type GoodJob } from "#shared/kernel/queue/goodJobs.js";
import { comparePayloads, type PayloadDifference } from "./comparePayloads.js";
import { getDeadLetter } from "./deadLetter.queries.js";

interface LetterComparison {
  /** The newest job of its kind that went well; null: none is known. */
  good: GoodJob | null;
  differences: PayloadDifference[];
}

/** What differs in the payload of a letter from that of the newest job of its kind that went well. DeadLetterNotFound. */
export async function compareLetter(id: number): Promise<LetterComparison> {
  const { job, payload } = await getDeadLetter(id);
  const good = await GoodJobModel.findById(job).lean<GoodJob>();
  return { good, differences: good ? comparePayloads(payload, good.payload) : [] };
}
