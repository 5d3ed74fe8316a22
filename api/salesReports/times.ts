import { DateTime } from "luxon";
import { z } from "zod";
import { DateRange } from "#api/http/fields.js";
import { clock, days } from "#shared/kernel/time/clock.js";

const LONGEST_MS = days(366);

const dayOf = (at: Date): string => DateTime.fromJSDate(at, { zone: "Asia/Shanghai" }).toISODate()!;

/** times=from&times=to, epoch ms: the days that contain them. Default: the last 30 days. */
export const times = DateRange.refine((range) => !range || range[1].getTime() - range[0].getTime() <= LONGEST_MS, {
  error: "must not be longer than 366 days",
}).transform((range) => {
  const [from, to] = range ?? [new Date(clock.ms() - days(29)), clock.now()];
  return { from: dayOf(from), to: dayOf(to) };
});
export const TimesQuery = z.object({ times });
