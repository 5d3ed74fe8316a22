/** Order types that are activities; `points`: the points mall. */
export const ActivityKind = { seckill: 1, bargain: 2, group: 3, points: 4 } as const;
export type ActivityKind = (typeof ActivityKind)[keyof typeof ActivityKind];
