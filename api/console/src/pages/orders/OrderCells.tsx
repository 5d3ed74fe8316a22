import { MessageOutlined } from "@ant-design/icons";
import { Flex, Space, Tooltip, Typography } from "antd";
import { Link } from "react-router";
import type { RowOf } from "../../client/client";
import { useDensity } from "../../parts/lists/kept";
import { Money, Moment, State } from "../../parts/shown/figures";
import { Person } from "../../parts/shown/Person";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { Channel } from "../pay/channels";
import { mayLeave } from "./leaves";
import {
  comingBackStates,
  deliveryTypes,
  orderStates,
  orderTypes,
  refundStates,
  sentInPartStates,
} from "./order.states";
import { ShipDialog } from "./ShipDialog";

const bundle = {
  copy: ["Copy order number", "复制订单号"],
  copied: ["Copied", "已复制"],
  notes: ["Has notes", "有留言或备注"],
  more: ["+{{count}} more", "等 {{count}} 种"],
  pieces: ["{{count}} items", "共 {{count}} 件"],
  pieces_one: ["{{count}} item", "共 {{count}} 件"],
  unpaid: ["unpaid", "未支付"],
  look: ["View", "查看"],
  payBy: ["Pay by", "支付截止"],
  pickUp: ["Verify pick-up", "核销自提"],
  handle: ["Handle", "处理"],
  track: ["Track parcel", "查看物流"],
} as const;

export type OrderRow = RowOf<"/admin-api/trade/order/page">;
interface Props {
  row: OrderRow;
}

/** The number, which leads to the order and can be copied. */
export function OrderNumber({ row }: Props) {
  const words = useTexts(bundle);
  const [density] = useDensity();
  const notes = [row.userRemark, row.remark].filter(Boolean).join(" / ");
  return (
    <>
      <Flex gap={6} align="center" style={{ whiteSpace: "nowrap" }}>
        <Typography.Text
          className="numbers"
          copyable={{ text: row.no, tooltips: [words("copy"), words("copied")], tabIndex: 0 }}
        >
          <Link to={`/orders/${row.id}`}>{row.no}</Link>
        </Typography.Text>
        {notes && (
          <Tooltip title={notes}>
            <MessageOutlined aria-label={words("notes")} />
          </Tooltip>
        )}
      </Flex>
      {density === "comfortable" && (
        <SecondLine>
          <Moment ms={row.createTime} />
        </SecondLine>
      )}
    </>
  );
}

export function OrderBuyer({ row }: Props) {
  const [density] = useDensity();
  if (density === "comfortable") return <Person id={row.userId} user={row.user} />;
  return (
    <Link to={`/members/${row.userId}`} className="order-buyer">
      {row.user?.nickname || row.userId}
    </Link>
  );
}

/** The first of the goods, and how many others there are. */
export function OrderGoods({ row }: Props) {
  const words = useTexts(bundle);
  const [density] = useDensity();
  const [first] = row.items;
  if (!first) return "–";
  const others = row.items.length - 1;
  const count = (
    <Typography.Text type="secondary" className="numbers" style={{ whiteSpace: "nowrap" }}>
      ×{first.count}
      {others > 0 && ` ${words("more", { count: others })}`}
    </Typography.Text>
  );
  if (density === "compact")
    return (
      <span className="order-goods" title={row.items.map(({ spuName }) => spuName).join("\n")}>
        <Link to={`/products/${first.spuId}`}>{first.spuName}</Link>
        {count}
      </span>
    );
  const variant = first.properties.filter(({ propertyId }) => propertyId !== 0).map(({ valueName }) => valueName);
  return (
    <Flex gap={10} align="center">
      {first.picUrl && <img src={first.picUrl} alt="" width={40} height={40} className="order-picture" />}
      <span>
        <span className="order-goods">
          <Link to={`/products/${first.spuId}`}>{first.spuName}</Link>
        </span>
        <SecondLine>
          {variant.join(" / ")} {count}
        </SecondLine>
      </span>
    </Flex>
  );
}

export function OrderPrice({ row }: Props) {
  const words = useTexts(bundle);
  const [density] = useDensity();
  return (
    <>
      <Money fen={row.payPrice} />
      {density === "comfortable" && (
        <SecondLine>
          {!row.payStatus ? words("unpaid") : row.payChannelCode && <Channel code={row.payChannelCode} />}
        </SecondLine>
      )}
    </>
  );
}

export function OrderStates({ row }: Props) {
  return (
    <Space size={4}>
      <State of={orderStates} value={row.status} />
      {row.status === 10 && row.parcels.length > 0 && <State of={sentInPartStates} value={1} />}
      {row.comingBack && <State of={comingBackStates} value={1} />}
      {row.refundStatus !== 0 && <State of={refundStates} value={row.refundStatus} />}
      {row.type !== 0 && <State of={orderTypes} value={row.type} />}
    </Space>
  );
}

export function OrderReceiver({ row }: Props) {
  const [density] = useDensity();
  const name = (
    <span style={{ whiteSpace: "nowrap" }}>
      {row.deliveryType === 2 && <State of={deliveryTypes} value={row.deliveryType} />} {row.receiverName}{" "}
      <span className="numbers">{row.receiverMobile}</span>
    </span>
  );
  if (density === "compact") return name;
  return (
    <>
      {name}
      {row.receiverAreaName && <SecondLine>{row.receiverAreaName}</SecondLine>}
    </>
  );
}

/** What is next for the order: the act that it waits for, or what it waits for. */
export function OrderNext({ row }: Props) {
  const words = useTexts(bundle);
  const may = useMay();
  const to = `/orders/${row.id}`;
  if (row.status === 0)
    return (
      <Link to={to}>
        {words("payBy")} <Moment ms={row.payExpireTime} isShort />
      </Link>
    );
  if (row.status === 10 && row.deliveryType === 2) return <Link to={to}>{words("pickUp")}</Link>;
  if (mayLeave(row) && may("trade:order:ship")) return <ShipDialog order={row} size="small" />;
  if (row.comingBack || (row.status === 10 && !mayLeave(row))) return <Link to={to}>{words("handle")}</Link>;
  return <Link to={to}>{words(row.status === 20 ? "track" : "look")}</Link>;
}
