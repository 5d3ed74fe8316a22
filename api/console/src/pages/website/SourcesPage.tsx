import { Avatar, Button, Flex, Tag, Tooltip } from "antd";
import { useState } from "react";
import type { RowOf } from "../../client/client";
import { bytesText } from "../../parts/shown/bytes";
import type { Field } from "../../parts/fields/fields";
import { Moment, State } from "../../parts/shown/figures";
import { NounPage } from "../../parts/NounPage";
import { useMay } from "../../shell/operator";
import { Tags } from "../../parts/shown/Tags";
import { useTexts } from "../../texts/texts";
import { contentBody, contentFilters, placeFields, PublishButton, publishedStates, useIndustries } from "./content";
import { changelogField, envField } from "./lists";
import { SourceUpload } from "./SourceUpload";

const bundle = {
  title: ["Source packages", "源码下载"],
  name: ["Name", "名称"],
  category: ["Category", "分类"],
  version: ["Version", "版本"],
  package: ["Package", "源码包"],
  none: ["None yet", "未上传"],
  downloads: ["Downloads", "下载次数"],
  env: ["Environment", "环境标签"],
  status: ["Status", "状态"],
  updateTime: ["Updated", "更新时间"],
  upload: ["Upload", "上传源码包"],
} as const;

export default function SourcesPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const { options, filter, nameOf } = useIndustries();
  const [uploading, setUploading] = useState<RowOf<"/admin-api/website/source/page">>();
  const fields: Field[] = [
    { name: "name", label: bundle.name, kind: "text", needed: true },
    { name: "version", label: bundle.version, kind: "text" },
    { name: "categoryId", label: bundle.category, kind: "select", options },
    { name: "icon", label: ["Icon", "图标"], kind: "picture" },
    { name: "description", label: ["Description", "描述"], kind: "longText" },
    { name: "envTags", label: bundle.env, kind: "tags" },
    changelogField,
    envField,
    ...placeFields,
  ];
  return (
    <>
      <NounPage
        title={words("title")}
        path="/admin-api/website/source/page"
        recycled="website-source"
        permission="website:source"
        filters={[filter, ...contentFilters]}
        fields={fields}
        body={contentBody(fields, { categoryId: null })}
        actions={(row) => (
          <>
            {may("website:source:upload") && (
              <Button size="small" onClick={() => setUploading(row)}>
                {words("upload")}
              </Button>
            )}
            <PublishButton noun="source" id={row.id} published={row.published} />
          </>
        )}
        columns={[
          { title: "ID", dataIndex: "id" },
          {
            title: words("name"),
            render: (_, row) => (
              <Flex gap={8} align="center">
                <Avatar shape="square" src={row.icon || undefined} alt="">
                  {row.name.slice(0, 1)}
                </Avatar>
                {row.name}
              </Flex>
            ),
          },
          { title: words("version"), dataIndex: "version" },
          { title: words("category"), render: (_, row) => nameOf(row.categoryId) },
          {
            title: words("package"),
            render: (_, row) =>
              row.fileName ? (
                <Tooltip title={`SHA-256 ${row.sha256 ?? ""}`}>
                  <span className="numbers">
                    {row.fileName} ({bytesText(row.fileSize)})
                  </span>
                </Tooltip>
              ) : (
                <Tag color="warning">{words("none")}</Tag>
              ),
          },
          { title: words("env"), render: (_, row) => <Tags words={row.envTags} /> },
          { title: words("downloads"), dataIndex: "downloadCount" },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => <State of={publishedStates} value={row.published ? 1 : 0} />,
          },
          { title: words("updateTime"), render: (_, row) => <Moment ms={row.updateTime} /> },
        ]}
      />
      <SourceUpload source={uploading} onClose={() => setUploading(undefined)} />
    </>
  );
}
