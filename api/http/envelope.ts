/** Every client's response: {code, data, msg} (rules: Envelope and limits). */
export interface Envelope {
  code: number;
  data: unknown;
  msg: string;
}

/** Paths whose success code is 200 (rules: Envelope and limits); all others return 0. */
const prefixesWith200 = [
  "/app-api/trade/cart/",
  "/app-api/member/address/",
  "/app-api/system/area/",
  "/member/",
  "/app-api/social/",
  "/app-api/cloudvod/",
];

export function successCode(path: string): 0 | 200 {
  return prefixesWith200.some((prefix) => path.startsWith(prefix)) ? 200 : 0;
}

export function success(path: string, data: unknown): Envelope {
  return { code: successCode(path), data: data ?? null, msg: "" };
}
