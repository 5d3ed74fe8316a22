export const OperateType = { create: 1, update: 2, delete: 3, other: 4 } as const;
export type OperateType = (typeof OperateType)[keyof typeof OperateType];
