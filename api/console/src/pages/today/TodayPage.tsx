import { Col, Row } from "antd";
import { PageHead } from "../../parts/PageHead";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { ChannelSums } from "./ChannelSums";
import { DayFigures } from "./DayFigures";
import { MemberSums } from "./MemberSums";
import { ProductRank } from "./ProductRank";
import { TradeSums } from "./TradeSums";
import { Waiting } from "./Waiting";

const bundle = { title: ["Today", "今日"] } as const;

/** What waits for the operator, and how the shop does. */
export default function TodayPage() {
  const words = useTexts(bundle);
  const may = useMay();
  return (
    <>
      <PageHead title={words("title")} />
      <Waiting />
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
