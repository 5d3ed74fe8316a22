export const DeadLetterStatus = { open: 0, replayed: 10, discarded: 20 } as const;
export type DeadLetterStatus = (typeof DeadLetterStatus)[keyof typeof DeadLetterStatus];
