import { z } from "zod";
import { endpoint, open } from "#api/http/endpoint.js";
import { codeOfPicture } from "#shared/domains/pay/index.js";
import { errors } from "#shared/kernel/request/errors.js";

/** The picture of a payment's code, for payers whose page cannot draw one. The link itself is the authorization. */
const getCodePicture = endpoint({
  method: "get",
  path: "/pay/qr-code/:token",
  access: open(),
  summary: "Returns the picture (PNG) of a payment's QR code, by the signed link of displayMode qr_code_url",
  input: { params: z.object({ token: z.string() }) },
  reply: "stream",
  replies: { 200: ["image/png"] },
  handle: async ({ params, ctx }) => {
    const code = await codeOfPicture(params.token);
    if (code === undefined) throw errors.PathNotFound();
    const { toBuffer } = await import("qrcode");
    ctx.set("cache-control", "no-store");
    ctx.type = "image/png";
    ctx.body = await toBuffer(code, { type: "png", width: 320, margin: 2, errorCorrectionLevel: "M" });
  },
});

export const payCodePictureEndpoints = [getCodePicture];
