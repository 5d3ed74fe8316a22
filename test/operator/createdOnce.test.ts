import { expect } from "chai";
import { ReviewModel } from "#shared/domains/catalog/review/review.model.js";
import { SpuModel } from "#shared/domains/catalog/index.js";
import { LicenseModel } from "#shared/domains/license/license.model.js";
import { CouponTemplateModel } from "#shared/domains/promotion/coupon/couponTemplate.model.js";
import { clock, days } from "#shared/kernel/time/clock.js";
import { freshDomain } from "#test/factories/license.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { templateBody } from "#test/factories/promotion.js";
import { buildSpu, ownPlace } from "#test/factories/spu.js";
import { buildWebsiteProduct } from "#test/factories/website.js";
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
];

describe("what an operator creates with an Idempotency-Key", () => {
  let operator: BuiltOperator;
  before(async () => {
    await startService();
    operator = await buildOperator(["*"]);
  });

  for (const { path, model, body, other } of creates)
    it(`is made once by a double tap and after a lost answer: ${path}`, async () => {
      const asked = await body();
      const count = (): Promise<number> => (model as typeof SpuModel).countDocuments();
      const before = await count();
      const { post } = operator.client.with({ "idempotency-key": `create-${path}` });
      const taps = await Promise.all([post(`/admin-api/${path}`, asked), post(`/admin-api/${path}`, asked)]);
      const made = taps.find(({ code }) => code === 0)!;
      for (const { code, status, msg } of taps) expect(code === 0 || status === 409, msg).to.equal(true);
      const later = await post(`/admin-api/${path}`, asked);
      expect([later.code, later.data], later.msg).to.deep.equal([0, made.data]);
      expect(await count()).to.equal(before + 1);
      const refused = await post(`/admin-api/${path}`, { ...asked, ...other });
      expect(refused.status, refused.msg).to.equal(422);
      expect(await count()).to.equal(before + 1);
    });
});
