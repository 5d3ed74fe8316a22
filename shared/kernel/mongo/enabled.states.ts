/** Of what operators switch on and off: brands, categories, roles, rules, channels. */
export const EnabledStatus = { enabled: 0, disabled: 1 } as const;
export type EnabledStatus = (typeof EnabledStatus)[keyof typeof EnabledStatus];
