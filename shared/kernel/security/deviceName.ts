/** A short name by which a member recognises a device. */
export function deviceNameOf(userAgent: string): string {
  const device = /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(userAgent)?.[0] ?? "";
  const app = /MicroMessenger|Edg|Chrome|Firefox|Safari/.exec(userAgent)?.[0] ?? "";
  const name = [device.replace("Macintosh", "Mac"), app.replace("MicroMessenger", "WeChat").replace("Edg", "Edge")]
    .filter(Boolean)
    .join(" ");
  return name || userAgent.split(/[\s/]/)[0]?.slice(0, 40) || "unknown device";
}
