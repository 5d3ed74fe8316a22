import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Download log", "下载记录"],
  member: ["Member", "会员"],
  nobody: ["Not signed in", "未登录访客"],
  source: ["Source package", "源码"],
  version: ["Version", "版本"],
  time: ["Downloaded", "下载时间"],
} as const;
const filters: Filter[] = [
  { name: "userId", label: ["Member ID", "会员编号"], kind: "number" },
  { name: "sourceId", label: ["Source ID", "源码编号"], kind: "number" },
  { name: "createTime", label: bundle.time, kind: "time" },
];

/** Downloads of source packages. */
export default function DownloadLogPage() {
  const words = useTexts(bundle);
  return (
    <>
      <PageHead title={words("title")} />
      <PageTable
        path="/admin-api/website/download-log/page"
        filters={filters}
        exports={{
          path: "/admin-api/website/download-log/export",
          permission: "website:download-log:export",
          name: "download-log.csv",
        }}
        columns={[
          { title: "ID", dataIndex: "id" },
          {
            title: words("member"),
            render: (_, row) => (row.userId === null ? words("nobody") : <Person id={row.userId} user={row.user} />),
          },
          { title: words("source"), render: (_, row) => `${row.sourceName} (#${row.sourceId})` },
          { title: words("version"), render: (_, row) => row.version || "–" },
          { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
        ]}
      />
    </>
  );
}
