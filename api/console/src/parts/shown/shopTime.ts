import dayjs, { type Dayjs } from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);
dayjs.extend(timezone);
// What antd's pickers take for now.
dayjs.tz.setDefault("Asia/Shanghai");

/** The shop's clock, by which its days begin and its orders are numbered, has no summer time. */
const OFFSET_MIN = 480;

/** A moment, epoch ms, by the shop's clock, wherever the reader is. */
export const shopTime = (ms = Date.now()): Dayjs => dayjs(ms).utcOffset(OFFSET_MIN);

/** The moment that a picker says: its digits are the shop's, also where they were typed. */
export const asShopTime = (picked: Dayjs): Dayjs => picked.utcOffset(OFFSET_MIN, true);
