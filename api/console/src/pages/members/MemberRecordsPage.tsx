import { Tabs } from "antd";
import { useSearchParams } from "react-router";
import { PageHead } from "../../parts/PageHead";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { ExperienceRecords, LevelRecords, PointRecords, SignInRecords } from "./records";

const bundle = {
  title: ["Member records", "会员记录"],
  points: ["Points", "积分记录"],
  experience: ["Experience", "经验记录"],
  levels: ["Level changes", "等级变动"],
  signIns: ["Daily check-ins", "签到记录"],
} as const;

const kinds = [
  { key: "points", permission: "member:point-record:query", Records: PointRecords },
  { key: "experience", permission: "member:experience-record:query", Records: ExperienceRecords },
  { key: "levels", permission: "member:level-record:query", Records: LevelRecords },
  { key: "signIns", permission: "member:sign-in-record:query", Records: SignInRecords },
] as const;

/** Members' gains and losses other than money. */
export default function MemberRecordsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const shown = kinds.filter(({ permission }) => may(permission));
  const active = search.get("of") ?? shown[0]?.key ?? "";
  return (
    <>
      <PageHead title={words("title")} />
      <Tabs
        activeKey={active}
        destroyOnHidden
        onChange={(key) => setSearch({ of: key })}
        items={shown.map(({ key, Records }) => ({ key, label: words(key), children: <Records prefix={`${key}.`} /> }))}
      />
    </>
  );
}
