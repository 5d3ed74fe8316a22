import { yuan } from "../../parts/shown/figures";
import { useTexts } from "../../texts/texts";

const bundle = {
  from: ["Spend {{price}}: ", "满 {{price}} "],
  amount: ["{{price}} off", "减 {{price}}"],
  percent: ["pay {{percent}}%", "打 {{fold}} 折"],
  most: [", up to {{price}} off", "，最多优惠 {{price}}"],
} as const;

interface Terms {
  usePrice: number;
  discountType: number;
  discountPercent: number | null;
  discountPrice: number | null;
  discountLimitPrice: number | null;
}

/** A coupon's discount in words. */
export function useTerms(): (terms: Terms) => string {
  const words = useTexts(bundle);
  return ({ usePrice, discountType, discountPercent, discountPrice, discountLimitPrice }) =>
    [
      usePrice > 0 ? words("from", { price: yuan(usePrice) }) : "",
      discountType === 1
        ? words("amount", { price: yuan(discountPrice) })
        : words("percent", { percent: discountPercent, fold: (discountPercent ?? 0) / 10 }),
      discountLimitPrice ? words("most", { price: yuan(discountLimitPrice) }) : "",
    ].join("");
}
