import { countsOf, pushAddressOf, type Counts, type ShownLive } from "#shared/domains/live/index.js";
import { withMembers, type OfMember } from "#shared/domains/member/index.js";

/** A live with the fields for this viewer. */
export interface SeenLive extends ShownLive {
  counts: Counts;
  /** For the room's own member only. */
  pushUrl: string | null;
  pushUrlQr: string | null;
}

/** Adds current counts, and the push address for a room's own member. `memberId` null: an operator. */
export async function seenBy(memberId: number | null, shown: readonly ShownLive[]): Promise<SeenLive[]> {
  const counts = await countsOf(shown.map(({ live }) => live));
  const seen: SeenLive[] = [];
  for (const one of shown) {
    const pushUrl = pushAddressOf(one.live, one.room, memberId);
    const pushUrlQr = pushUrl && (await qrPicture(pushUrl));
    seen.push({ ...one, counts: counts.get(one.live._id) ?? one.live, pushUrl, pushUrlQr });
  }
  return seen;
}

async function qrPicture(text: string): Promise<string> {
  const { toDataURL } = await import("qrcode");
  return toDataURL(text, { width: 320, margin: 2, errorCorrectionLevel: "M" });
}

/** A live for operators: with its host. */
export type HostedLive = OfMember<SeenLive & { memberId: number | null }>;

export const withHosts = (seen: readonly SeenLive[]): Promise<HostedLive[]> =>
  withMembers(seen.map((one) => ({ ...one, memberId: one.room?.memberId ?? null })));
