/** Only what was stored to be seen by everyone: pictures. Other objects need their owner's signed link. */
export const isPublicKey = (key: string): boolean => /^public\/[\w/.-]{1,200}$/.test(key) && !key.includes("..");
