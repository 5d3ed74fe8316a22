/** The kind of change that a row records; its action is more precise. */
export const OperateType = { create: 1, update: 2, delete: 3, other: 4 } as const;
export type OperateType = (typeof OperateType)[keyof typeof OperateType];

/** By the verb with which an action ends: "coupon-template.update-status". */
const verbs: readonly (readonly [RegExp, OperateType])[] = [
  [/^(create|issue|upload|add)/i, OperateType.create],
  [/^(update|change|save|set|reset|rotate|edit|bind|clear|reply|restore|revoke|close|handle)/i, OperateType.update],
  [/^(delete|remove|discard|abort|giveUp)/i, OperateType.delete],
];

export function operateTypeOf(action: string): OperateType {
  const verb = action.slice(action.lastIndexOf(".") + 1);
  return verbs.find(([pattern]) => pattern.test(verb))?.[1] ?? OperateType.other;
}
