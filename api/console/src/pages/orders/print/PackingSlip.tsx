import { QRCode } from "antd";
import { Moment } from "../../../parts/shown/figures";
import { useTexts } from "../../../texts/texts";
import { itemsToPack, variantOf, type OrderToPack } from "./useOrdersToPack";

const bundle = {
  placed: ["Placed", "下单时间"],
  to: ["Ship to", "收货人"],
  store: ["Picked up at the store by", "到店自提"],
  product: ["Product", "商品"],
  variant: ["Variant", "规格"],
  count: ["Quantity", "数量"],
  total: ["{{count}} items in all", "共 {{count}} 件"],
  total_one: ["{{count}} item in all", "共 {{count}} 件"],
  wish: ["From the buyer", "买家留言"],
} as const;

/** One order's paper: it goes into the parcel, and its code is what shipping by scan reads. */
export function PackingSlip({ order }: { order: OrderToPack }) {
  const words = useTexts(bundle);
  const items = itemsToPack(order);
  return (
    <section className="slip" aria-label={order.no}>
      <header className="slip-head">
        <div>
          <h2 className="numbers">{order.no}</h2>
          <p>
            {words("placed")} <Moment ms={order.createTime} />
          </p>
          <p>
            {words(order.deliveryType === 2 ? "store" : "to")}
            <br />
            <strong>
              {order.receiverName} <span className="numbers">{order.receiverMobile}</span>
            </strong>
            <br />
            {order.receiverAreaName} {order.receiverDetailAddress}
          </p>
        </div>
        {/* The number that stands beside it; on paper, so black on white whatever the colours of the page. */}
        <div aria-hidden>
          <QRCode value={order.no} size={112} color="#000" bgColor="#fff" bordered={false} type="svg" />
        </div>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{words("product")}</th>
            <th scope="col">{words("variant")}</th>
            <th scope="col" className="slip-count">
              {words("count")}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>{item.spuName}</td>
              <td>{variantOf(item)}</td>
              <td className="slip-count">{item.toPack}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="slip-total">{words("total", { count: items.reduce((sum, { toPack }) => sum + toPack, 0) })}</p>
      {order.userRemark && (
        <p>
          {words("wish")}: {order.userRemark}
        </p>
      )}
    </section>
  );
}
