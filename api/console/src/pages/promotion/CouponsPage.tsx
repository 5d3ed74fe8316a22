import { PageHead } from "../../parts/PageHead";
import { useTexts } from "../../texts/texts";
import { CouponTable } from "./CouponTable";

const bundle = { title: ["Member coupons", "会员优惠券"] } as const;

export default function CouponsPage() {
  const words = useTexts(bundle);
  return (
    <>
      <PageHead title={words("title")} />
      <CouponTable />
    </>
  );
}
