import { Card, Col, Empty, Row } from "antd";
import { PageHead } from "../../parts/PageHead";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { ChannelSums } from "./ChannelSums";
import { DayFigures } from "./DayFigures";
import { MemberSums } from "./MemberSums";
import { ProductRank } from "./ProductRank";
import { TradeSums } from "./TradeSums";
import { Waiting, waitingPermissions } from "./Waiting";

const bundle = {
  title: ["Today", "今日"],
  nothing: [
    "Your role has no data to show here. Choose a page from the menu.",
    "您的角色没有可查看的数据，请从菜单选择功能。",
  ],
} as const;
const figures = [
  "statistics:trade:query",
  "statistics:product:query",
  "statistics:pay:query",
  "statistics:member:query",
];

/** The operator's open tasks, and the state of the shop. */
export default function TodayPage() {
  const words = useTexts(bundle);
  const may = useMay();
  return (
    <>
      <PageHead title={words("title")} />
      {waitingPermissions.some(may) && <Waiting />}
      {![...waitingPermissions, ...figures].some(may) && (
        <Card>
          <Empty description={words("nothing")} />
        </Card>
      )}
      {may("statistics:trade:query") && (
        <>
          <TradeSums />
          <DayFigures />
        </>
      )}
      {may("statistics:product:query") && <ProductRank />}
      <Row gutter={16}>
        {may("statistics:pay:query") && (
          <Col xs={24} xl={14}>
            <ChannelSums />
          </Col>
        )}
        {may("statistics:member:query") && (
          <Col xs={24} xl={10}>
            <MemberSums />
          </Col>
        )}
      </Row>
    </>
  );
}
