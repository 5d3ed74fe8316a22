import { expect } from "chai";
import { ReviewModel } from "#shared/domains/catalog/review/review.model.js";
import { SpuModel } from "#shared/domains/catalog/index.js";
import { LicenseModel } from "#shared/domains/license/license.model.js";
import { LiveModel } from "#shared/domains/live/live.model.js";
import { LiveRoomModel } from "#shared/domains/live/room/liveRoom.model.js";
import { AddressModel } from "#shared/domains/member/address/address.model.js";
import { CouponTemplateModel } from "#shared/domains/promotion/coupon/couponTemplate.model.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { freshDomain } from "#test/factories/license.js";
import { buildLiveRoom } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { templateBody } from "#test/factories/promotion.js";
import { buildSpu, ownPlace } from "#test/factories/spu.js";
import { buildWebsiteProduct } from "#test/factories/website.js";
import type { Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

/** What a second one of the same would show to members, and nothing in it refuses. */
const creates = [
  {
    path: "product/spu/create",
    model: SpuModel,
    body: async () => ({
      ...(await ownPlace()),
      name: "Kettle",
      picUrl: "public/test/kettle.png",
      skus: [{ price: 9_900, stock: 10, weight: 1.5 }],
    }),
    other: { name: "Teapot" },
  },
  {
    path: "product/comment/create",
    model: ReviewModel,
    body: async () => {
      const { spuId } = await buildSpu();
      return { spuId, userNickname: "Chen", descriptionScores: 4, benefitScores: 3, content: "Good" };
    },
    other: { content: "Very good" },
  },
  {
    path: "website/license/issue",
    model: LicenseModel,
    body: async () => ({
      userId: (await buildMember()).member._id,
      productId: await buildWebsiteProduct(),
      domainName: freshDomain(),
      companyName: "示例公司",
      expirationTime: clock.ms() + days(30),
    }),
    other: { companyName: "Another" },
  },
  {
    path: "promotion/coupon-template/create",
    model: CouponTemplateModel,
    body: async () => templateBody(),
    other: { name: "Ten off again" },
  },
  {
    path: "cloudlive/live-room/create",
    model: LiveRoomModel,
    body: async () => ({ memberUserId: (await buildMember()).member._id, roomName: "Kettles", liveType: 2 }),
    other: { roomName: "Teapots" },
  },
  {
    path: "cloudlive/live-base-info/create",
    model: LiveModel,
    body: async () => ({ liveRoomId: (await buildLiveRoom()).roomId, liveName: "An evening of kettles" }),
    other: { liveName: "An evening of teapots" },
  },
];

describe("what is created with an Idempotency-Key", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(["*"]);
  });

  for (const { path, model, body, other } of creates)
    it(`is made once by an operator's double tap and after a lost answer: ${path}`, async () => {
      const asked = await body();
      await expectOnce(operator.client, { path: `/admin-api/${path}`, model, asked, other });
    });

  it("is a member's address too", async () => {
    const { client, member } = await buildMember();
    const userId = member._id;
    const asked = { userId, name: "Li Lei", mobile: "13900001111", areaId: 330106, detailAddress: "Wensan Road 1" };
    const other = { detailAddress: "Wensan Road 2" };
    await expectOnce(client, { path: "/app-api/member/address/create", model: AddressModel, asked, other });
  });
});

async function expectOnce(
  client: Client,
  { path, model, asked, other }: { path: string; model: object; asked: object; other: object },
): Promise<void> {
  const count = (): Promise<number> => (model as typeof SpuModel).countDocuments();
  const before = await count();
  const { post } = client.with({ "idempotency-key": `create-${path}` });
  const taps = await Promise.all([post(path, asked), post(path, asked)]);
  const made = taps.find(({ status }) => status === 200)!;
  for (const { status, msg } of taps) expect([200, 409], msg).to.include(status);
  const later = await post(path, asked);
  expect([later.status, later.data], later.msg).to.deep.equal([200, made.data]);
  expect(await count()).to.equal(before + 1);
  const refused = await post(path, { ...asked, ...other });
  expect(refused.status, refused.msg).to.equal(422);
  expect(await count()).to.equal(before + 1);
}
