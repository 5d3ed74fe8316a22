import { countsOf, pushAddressOf, type Counts, type ShownLive } from "#shared/domains/live/index.js";
import { withMembers, type OfMember } from "#shared/domains/member/index.js";

/** A live with what this viewer is told of it. */
export interface SeenLive extends ShownLive {
  counts: Counts;
  /** Only the room's own member gets one. */
  pushUrl: string | null;
  pushUrlQr: string | null;
}

/** Counts as they are now, and to a room's own member where to push. `memberId` null: an operator. */
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

/** A live as operators see it: with who broadcasts. */
export type HostedLive = OfMember<SeenLive & { memberId: number | null }>;

export const withHosts = (seen: readonly SeenLive[]): Promise<HostedLive[]> =>
  withMembers(seen.map((one) => ({ ...one, memberId: one.room?.memberId ?? null })));
