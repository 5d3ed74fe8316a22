import { z } from "zod";
import { Time } from "#api/http/fields.js";

const text0 = z.string().nullable();
/** The company's fields and the number are null before shipping (rules: Orders). */
export const TracksView = z.object({
  name: text0,
  code: text0,
  logisticsNo: text0,
  logo: text0,
  expressTrackRespDTOList: z.array(z.object({ time: Time, content: z.string() })),
});
