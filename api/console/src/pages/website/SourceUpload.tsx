import { UploadOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Drawer, Flex, Progress, Typography, Upload } from "antd";
import { useEffect, useRef, useState } from "react";
import { ApiError, type RowOf } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { bytesText } from "../../parts/shown/bytes";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { useTexts } from "../../texts/texts";
import { KeptUploads } from "./KeptUploads";
import { cancelUpload, storedUploads, sendPackage } from "./packageUpload";

const bundle = {
  title: ["Package of {{name}}", "{{name}} 的源码包"],
  now: ["Current: {{file}}, {{size}}", "当前：{{file}}，{{size}}"],
  none: ["No package yet", "尚无源码包"],
  choose: ["Choose a package", "选择源码包"],
  again: ["Resume", "继续上传"],
  stop: ["Pause", "暂停"],
  how: [
    "Uploaded in parts. After an interruption, choose the same file again: uploaded parts are not sent twice.",
    "文件分片上传。中断后重新选择同一文件即可续传，已上传的分片不会重复上传。",
  ],
  sending: ["{{sent}} of {{size}} uploaded", "已上传 {{sent}} / {{size}}"],
  checking: ["Upload complete; the package is being checked", "上传完成，正在校验源码包"],
  done: ["Package uploaded", "源码包已生效"],
  refused: ["Package rejected", "源码包未通过校验"],
  stopped: ["Paused; resume here, or later with the same file", "已暂停，可继续上传，或稍后选择同一文件续传"],
  cut: [
    "Connection lost. Uploaded parts are kept: resume when it is back.",
    "连接已中断，已上传的部分已保留，恢复后可继续。",
  ],
  cancel: ["Discard upload", "放弃上传"],
  cancelQuestion: ["The uploaded parts are deleted.", "已上传的内容将被删除。"],
  cancelled: ["Upload discarded", "已放弃上传"],
} as const;
const DONE = 2;
const CHECKED = 1;

type Source = RowOf<"/admin-api/website/source/page">;

export function SourceUpload({ source, onClose }: { source: Source | undefined; onClose: () => void }) {
  const words = useTexts(bundle);
  return (
    <Drawer
      title={source && words("title", { name: source.name })}
      open={source !== undefined}
      onClose={onClose}
      size={480}
      destroyOnHidden
    >
      {source && <PackageForm source={source} />}
    </Drawer>
  );
}

function PackageForm({ source }: { source: Source }) {
  const words = useTexts(bundle);
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(0);
  const [begunId, setBegunId] = useState<number>();
  const [uploadId, setUploadId] = useState<number>();
  const [stored, setStored] = useState(() => storedUploads(source.id));
  const readStored = () => setStored(storedUploads(source.id));
  const [fault, setFault] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [ended, setEnded] = useState(false);
  const upload = useRead(
    "/admin-api/website/source/upload/get",
    { uploadId: uploadId ?? 1 },
    { enabled: uploadId !== undefined && !ended, everyMs: 1_000 },
  );
  const state = upload.data?.uploadId === uploadId ? upload.data : undefined;
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => {
    setEnded(state !== undefined && state.status >= DONE);
    if (state?.status === DONE)
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === "/admin-api/website/source/page",
      });
  }, [state, client]);

  const send = async (chosen: File) => {
    setFile(chosen);
    setFault(undefined);
    setBegunId(undefined);
    setUploadId(undefined);
    setSent(0);
    setBusy(true);
    const controller = new AbortController();
    sending.current = controller;
    try {
      const { signal } = controller;
      setUploadId(await sendPackage(source.id, chosen, { onBegun: setBegunId, onSent: setSent, signal }));
    } catch (error) {
      const isCut = error instanceof ApiError && error.status === 0;
      setFault(controller.signal.aborted ? words("stopped") : isCut ? words("cut") : (error as Error).message);
    } finally {
      setBusy(false);
      readStored();
    }
  };
  const cancel = useAct(
    async (id: number) => {
      await cancelUpload(source.id, id);
      setFile(undefined);
      setFault(undefined);
      setBegunId(undefined);
      setSent(0);
      readStored();
    },
    ["/admin-api/website/source/upload/"],
    words("cancelled"),
  );
  return (
    <Flex vertical gap={16}>
      <Typography.Text hidden={state?.status === DONE}>
        {source.fileName ? words("now", { file: source.fileName, size: bytesText(source.fileSize) }) : words("none")}
      </Typography.Text>
      <Typography.Text type="secondary">{words("how")}</Typography.Text>
      {!busy && (
        <KeptUploads
          sourceId={source.id}
          uploads={stored.filter((one) => one.uploadId !== begunId)}
          onChange={readStored}
        />
      )}
      <Flex gap={8} wrap>
        <Upload
          showUploadList={false}
          disabled={busy}
          beforeUpload={(chosen) => {
            void send(chosen);
            return false;
          }}
        >
          <Button type="primary" icon={<UploadOutlined aria-hidden />} loading={busy}>
            {words("choose")}
          </Button>
        </Upload>
        {busy && <Button onClick={() => sending.current?.abort()}>{words("stop")}</Button>}
        {!busy && fault && file && <Button onClick={() => void send(file)}>{words("again")}</Button>}
        {!busy && fault && begunId !== undefined && (
          <ConfirmButton
            danger
            size="middle"
            question={words("cancelQuestion")}
            loading={cancel.isPending}
            onConfirm={() => cancel.mutate(begunId)}
          >
            {words("cancel")}
          </ConfirmButton>
        )}
      </Flex>
      {file && (
        <div aria-live="polite">
          <Typography.Text strong>{file.name}</Typography.Text>
          <Progress
            percent={Math.floor((sent / file.size) * 100)}
            status={fault ? "exception" : state?.status === DONE ? "success" : "active"}
          />
          <Typography.Text className="numbers">
            {words("sending", { sent: bytesText(sent), size: bytesText(file.size) })}
          </Typography.Text>
        </div>
      )}
      {fault && <Alert type="warning" showIcon title={fault} />}
      {state && state.status <= CHECKED && <Alert type="info" showIcon title={words("checking")} />}
      {state?.status === DONE && (
        <Alert
          type="success"
          showIcon
          title={words("done")}
          description={
            <Typography.Text code style={{ wordBreak: "break-all" }}>
              SHA-256 {state.sha256}
            </Typography.Text>
          }
        />
      )}
      {state && state.status > DONE && (
        <Alert type="error" showIcon title={words("refused")} description={state.reason} />
      )}
    </Flex>
  );
}
