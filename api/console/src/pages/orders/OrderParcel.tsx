import { Alert, Card, Empty, Skeleton, Space, Timeline, Typography } from "antd";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Moment } from "../../parts/figures";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Parcel", "包裹物流"],
  none: ["No tracks yet", "暂无物流信息"],
  without: ["Shipped without a parcel", "无需物流"],
} as const;

/** The parcel and where it has been; the newest track first. */
export function OrderParcel({ order }: { order: DataOf<"/admin-api/trade/order/get-detail"> }) {
  const words = useTexts(bundle);
  const withParcel = Boolean(order.logisticsId);
  const { data, error, isPending } = useRead(
    "/admin-api/trade/order/get-express-track-list",
    { id: order.id },
    { enabled: withParcel },
  );
  const tracks = data?.expressTrackRespDTOList ?? [];
  return (
    <Card
      title={words("title")}
      style={{ marginBottom: 16 }}
      extra={
        withParcel && (
          <Space>
            {data?.name ?? order.logisticsName}
            <Typography.Text copyable className="numbers">
              {order.logisticsNo ?? ""}
            </Typography.Text>
          </Space>
        )
      }
    >
      {!withParcel && words("without")}
      {error && <Alert type="warning" showIcon title={error.message} />}
      {withParcel && isPending && <Skeleton active />}
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
