import { Alert, Card, Empty, Skeleton, Space, Timeline, Typography } from "antd";
import { put, type DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { versionIn } from "../../client/versions";
import { ActDialog } from "../../parts/acts/ActDialog";
import { Moment } from "../../parts/shown/figures";
import { useMay, useOffers } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { openedOrder } from "./openedOrder";
import { useParcelFields, type Parcel } from "./parcelFields";

const bundle = {
  title: ["Shipment", "包裹物流"],
  oneOf: ["Shipment {{at}}", "包裹 {{at}}"],
  none: ["No tracking updates yet", "暂无物流信息"],
  correct: ["Edit tracking", "修改物流"],
  corrected: ["Tracking updated", "物流信息已修改"],
  without: ["No shipping required", "无需物流"],
  notTracked: ["This shop follows no parcels", "本店未接入物流跟踪"],
} as const;

type Order = DataOf<"/admin-api/trade/order/get-detail">;
type SentParcel = Order["parcels"][number];

/** One of an order's parcels, what is in it if there are several, and its tracks, newest first. */
export function OrderParcel({ order, parcel }: { order: Order; parcel: SentParcel }) {
  const words = useTexts(bundle);
  const may = useMay();
  const fields = useParcelFields(false);
  const offers = useOffers();
  const { parcelId } = parcel;
  const withParcel = parcelId !== null;
  const isTracked = withParcel && offers(["kuaidi100", "kdniao"]);
  const { data, error, isPending } = useRead(
    "/admin-api/trade/order/get-express-track-list",
    { id: order.id, ...(withParcel ? { parcelId } : {}) },
    { enabled: isTracked },
  );
  const tracks = data?.expressTrackRespDTOList ?? [];
  const at = order.parcels.indexOf(parcel) + 1;
  return (
    <Card
      title={parcel.items.length === 0 ? words("title") : words("oneOf", { at })}
      style={{ marginBottom: 16 }}
      extra={
        withParcel && (
          <Space>
            {data?.name ?? parcel.logisticsName}
            <Typography.Text copyable className="numbers">
              {parcel.logisticsNo}
            </Typography.Text>
            {(order.status === 20 || order.status === 10) && may("trade:order:ship") && (
              <ActDialog<Parcel>
                size="small"
                label={words("correct")}
                fields={fields}
                load={async () => ({ ...(await openedOrder(order.id)()), ...carriedIn(parcel) })}
                act={({ logisticsId, logisticsNo = "" }, opened) =>
                  put("/admin-api/trade/order/update-delivery", {
                    id: order.id,
                    parcelId,
                    logisticsId,
                    logisticsNo,
                    ...versionIn(opened),
                  })
                }
                changes={["/admin-api/trade/order/"]}
                done={words("corrected")}
              />
            )}
          </Space>
        )
      }
    >
      {parcel.items.length > 0 && <ul className="parcel-items">{parcel.items.map(contentOf(order))}</ul>}
      {!withParcel && words("without")}
      {withParcel && !isTracked && words("notTracked")}
      {error && <Alert type="warning" showIcon title={error.message} />}
      {isTracked && isPending && <Skeleton active />}
      {data && tracks.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} />}
      <Timeline
        items={tracks.map((track, at) => ({
          key: `${track.time} ${track.content}`,
          color: at === 0 ? "green" : "gray",
          content: (
            <>
              <Typography.Text type="secondary">
                <Moment ms={track.time} />
              </Typography.Text>
              <div>{track.content}</div>
            </>
          ),
        }))}
      />
    </Card>
  );
}

const carriedIn = ({ logisticsId, logisticsNo }: SentParcel) => ({ logisticsId, logisticsNo });

const contentOf =
  ({ items }: Order) =>
  ({ orderItemId, count }: SentParcel["items"][number]) => (
    <li key={orderItemId}>
      {items.find(({ id }) => id === orderItemId)?.spuName} <span className="numbers">×{count}</span>
    </li>
  );
