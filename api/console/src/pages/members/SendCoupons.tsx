import { post } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  send: ["Send coupon", "发放优惠券"],
  template: ["Coupon template", "优惠券模板"],
  hint: ["Only templates sent by operators. Each member gets one.", "仅可选择“平台发放”的模板，每位会员发放一张。"],
  question: ["Send a coupon to {{count}} members?", "确定向 {{count}} 位会员各发放一张优惠券？"],
  question_one: ["Send a coupon to {{count}} member?", "确定向 {{count}} 位会员各发放一张优惠券？"],
  sent: ["Coupons sent", "优惠券已发放"],
} as const;

/** Gives each of these members a coupon. */
export function SendCoupons({ userIds }: { userIds: number[] }) {
  const words = useTexts(bundle);
  const may = useMay();
  const templates = useRead(
    "/admin-api/promotion/coupon-template/page",
    { takeType: 2, status: 0, pageSize: 100 },
    { enabled: may("promotion:coupon-template:query") },
  );
  return (
    <ActDialog<{ templateId: number }>
      label={words("send")}
      fields={[
        {
          name: "templateId",
          label: bundle.template,
          kind: "select",
          needed: true,
          hint: bundle.hint,
          options: (templates.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      question={() => words("question", { count: userIds.length })}
      act={({ templateId }) => post("/admin-api/promotion/coupon/send", { templateId, userIds })}
      changes={["/admin-api/promotion/coupon"]}
      done={words("sent")}
    />
  );
}
