import { Alert, Flex } from "antd";
import { useEffect } from "react";
import { ApiError } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { bytesText } from "../../parts/shown/bytes";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { useTexts } from "../../texts/texts";
import { cancelUpload, dropUpload, type StoredUpload } from "./packageUpload";

const bundle = {
  broken: ["{{name}}: upload interrupted", "{{name}}：上传未完成"],
  arrived: [
    "{{sent}} of {{size}} uploaded. Choose the same file to continue.",
    "已上传 {{sent}} / {{size}}。选择同一文件即可继续。",
  ],
  cancel: ["Discard upload", "放弃上传"],
  question: ["The uploaded parts are deleted.", "已上传的内容将被删除。"],
  cancelled: ["Upload discarded", "已放弃上传"],
} as const;
const STATUS_OPEN = 0;
const UPLOAD_NOT_FOUND = 1017004002;

interface Props {
  sourceId: number;
  uploads: readonly StoredUpload[];
  /** Called after the list has changed. */
  onChange: () => void;
}

/** Interrupted uploads of a source in this browser. */
export function KeptUploads({ uploads, ...rest }: Props) {
  return uploads.map((upload) => <StoredUploadRow key={upload.uploadId} upload={upload} {...rest} />);
}

function StoredUploadRow({ sourceId, upload, onChange }: Omit<Props, "uploads"> & { upload: StoredUpload }) {
  const words = useTexts(bundle);
  const { uploadId, name, size } = upload;
  const { data, error } = useRead("/admin-api/website/source/upload/get", { uploadId });
  const cancel = useAct(
    async () => {
      await cancelUpload(sourceId, uploadId);
      onChange();
    },
    ["/admin-api/website/source/upload/"],
    words("cancelled"),
  );
  const isUnknown = error instanceof ApiError && error.code === UPLOAD_NOT_FOUND;
  const isOver = isUnknown || (data !== undefined && (data.status !== STATUS_OPEN || data.expireTime <= Date.now()));
  useEffect(() => {
    if (!isOver) return;
    dropUpload(sourceId, uploadId);
    onChange();
  }, [isOver, sourceId, uploadId]);
  if (isOver || (!data && !error)) return null;
  const sent = data?.parts.reduce((sum, part) => sum + part.size, 0) ?? 0;
  return (
    <Alert
      type="warning"
      showIcon
      title={words("broken", { name })}
      description={
        <Flex vertical gap={8} align="start">
          {error ? error.message : words("arrived", { sent: bytesText(sent), size: bytesText(size) })}
          <ConfirmButton
            danger
            question={words("question")}
            loading={cancel.isPending}
            onConfirm={() => cancel.mutate(undefined)}
          >
            {words("cancel")}
          </ConfirmButton>
        </Flex>
      }
    />
  );
}
