import { DeleteOutlined, UploadOutlined } from "@ant-design/icons";
import { App, Button, Flex, Image, Upload } from "antd";
import { useState } from "react";
import { upload } from "../client/client";
import { useTexts } from "../texts/texts";

const bundle = {
  choose: ["Choose a picture", "选择图片"],
  remove: ["Remove the picture", "移除图片"],
} as const;

interface Props<V> {
  id?: string;
  label: string;
  value?: V;
  onChange?: (value: V | undefined) => void;
}

function UploadButton({ id, label, onUploaded }: { id?: string; label: string; onUploaded: (url: string) => void }) {
  const words = useTexts(bundle);
  const { notification } = App.useApp();
  const [busy, setBusy] = useState(false);
  return (
    <Upload
      {...(id ? { id } : {})}
      accept="image/*"
      showUploadList={false}
      customRequest={({ file, onSuccess, onError }) => {
        setBusy(true);
        upload(file as File)
          .then((url) => {
            onUploaded(url);
            onSuccess?.(url);
          })
          .catch((error: Error) => {
            notification.error({ title: error.message });
            onError?.(error);
          })
          .finally(() => setBusy(false));
      }}
    >
      <Button icon={<UploadOutlined />} loading={busy} aria-label={`${words("choose")}: ${label}`}>
        {words("choose")}
      </Button>
    </Upload>
  );
}

/** One picture: its URL is the value. */
export function PictureField({ id, label, value, onChange }: Props<string>) {
  const words = useTexts(bundle);
  return (
    <Flex gap={12} align="center">
      {value && (
        <Image src={value} width={72} height={72} style={{ objectFit: "cover", borderRadius: 6 }} alt={label} />
      )}
      <UploadButton {...(id ? { id } : {})} label={label} onUploaded={(url) => onChange?.(url)} />
      {value && <Button icon={<DeleteOutlined />} aria-label={words("remove")} onClick={() => onChange?.(undefined)} />}
    </Flex>
  );
}

/** Several, in their order. */
export function PicturesField({ id, label, value = [], onChange }: Props<string[]>) {
  const words = useTexts(bundle);
  return (
    <Flex gap={12} wrap align="center">
      {value.map((url, at) => (
        <Flex key={url} vertical gap={4}>
          <Image
            src={url}
            width={72}
            height={72}
            style={{ objectFit: "cover", borderRadius: 6 }}
            alt={`${label} ${at + 1}`}
          />
          <Button
            size="small"
            icon={<DeleteOutlined />}
            aria-label={`${words("remove")} ${at + 1}`}
            onClick={() => onChange?.(value.filter((one) => one !== url))}
          />
        </Flex>
      ))}
      <UploadButton {...(id ? { id } : {})} label={label} onUploaded={(url) => onChange?.([...value, url])} />
    </Flex>
  );
}
