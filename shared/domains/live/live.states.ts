import { defineStates } from "#shared/kernel/mongo/states.js";

/** rules: Chat, live, video. */
export const LiveStatus = { announced: 0, live: 1, ended: 2 } as const;
export type LiveStatus = (typeof LiveStatus)[keyof typeof LiveStatus];
export const liveStates = defineStates<LiveStatus>("live", {
  [LiveStatus.announced]: [LiveStatus.live],
  [LiveStatus.live]: [LiveStatus.ended],
  [LiveStatus.ended]: [],
});

/** The live's own shelf, not the product's. */
export const MountStatus = { offShelf: 0, onShelf: 1 } as const;
export type MountStatus = (typeof MountStatus)[keyof typeof MountStatus];

/** At most one product of a live is being explained, and only one on shelf. */
export const ExplainStatus = { idle: 0, explaining: 1 } as const;
export type ExplainStatus = (typeof ExplainStatus)[keyof typeof ExplainStatus];

export const LiveRoomType = { personal: 1, merchant: 2, official: 3 } as const;
export type LiveRoomType = (typeof LiveRoomType)[keyof typeof LiveRoomType];

/** The values by which clients filter a live's shelf: not the stored numbers (rules: Catalog and prices). */
export const ShelfFilter = { onShelf: 0, offShelf: 1 } as const;
export type ShelfFilter = (typeof ShelfFilter)[keyof typeof ShelfFilter];

export const YesOrNo = { no: 0, yes: 1 } as const;
export type YesOrNo = (typeof YesOrNo)[keyof typeof YesOrNo];
