import { DeleteOutlined, LeftOutlined, RightOutlined, UploadOutlined } from "@ant-design/icons";
import { App, Button, Flex, Image, Upload } from "antd";
import { useState } from "react";
import { upload } from "../../client/client";
import { useTexts } from "../../texts/texts";

const bundle = {
  choose: ["Choose image", "选择图片"],
  remove: ["Remove image", "移除图片"],
  forward: ["Move forward: image", "前移图片"],
  back: ["Move back: image", "后移图片"],
} as const;

interface Props<V> {
  id?: string;
  label: string;
  value?: V;
  onChange?: (value: V | undefined) => void;
  /** For a table cell. */
  small?: boolean;
}

const frame = { objectFit: "cover", borderRadius: 6 } as const;

interface UploadProps {
  id?: string;
  label: string;
  small?: boolean;
  onUploaded: (url: string) => void;
}

function UploadButton({ id, label, small = false, onUploaded }: UploadProps) {
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
      <Button
        icon={<UploadOutlined aria-hidden />}
        loading={busy}
        aria-label={`${words("choose")}: ${label}`}
        {...(small ? { size: "small" as const } : {})}
      >
        {small ? null : words("choose")}
      </Button>
    </Upload>
  );
}

/** One picture: its URL is the value. */
export function PictureField({ id, label, value, onChange, small = false }: Props<string>) {
  const words = useTexts(bundle);
  const size = small ? 32 : 72;
  return (
    <Flex gap={small ? 4 : 12} align="center">
      {value && <Image src={value} width={size} height={size} style={frame} alt={label} />}
      <UploadButton {...(id ? { id } : {})} label={label} small={small} onUploaded={(url) => onChange?.(url)} />
      {value && (
        <Button
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`${words("remove")}: ${label}`}
          {...(small ? { size: "small" as const } : {})}
          onClick={() => onChange?.(undefined)}
        />
      )}
    </Flex>
  );
}

/** Several pictures, in order. */
export function PicturesField({ id, label, value = [], onChange }: Props<string[]>) {
  const words = useTexts(bundle);
  const swap = (at: number, to: number) => {
    const moved = [...value];
    [moved[at], moved[to]] = [value[to]!, value[at]!];
    onChange?.(moved);
  };
  return (
    <Flex gap={12} wrap align="center">
      {value.map((url, at) => (
        <Flex key={url} vertical gap={4} align="center">
          <Image src={url} width={84} height={84} style={frame} alt={`${label} ${at + 1}`} />
          <Flex gap={2}>
            <Button
              size="small"
              icon={<LeftOutlined aria-hidden />}
              disabled={at === 0}
              aria-label={`${words("forward")} ${at + 1}`}
              onClick={() => swap(at, at - 1)}
            />
            <Button
              size="small"
              icon={<RightOutlined aria-hidden />}
              disabled={at === value.length - 1}
              aria-label={`${words("back")} ${at + 1}`}
              onClick={() => swap(at, at + 1)}
            />
            <Button
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`${words("remove")} ${at + 1}`}
              onClick={() => onChange?.(value.filter((one) => one !== url))}
            />
          </Flex>
        </Flex>
      ))}
      <UploadButton
        {...(id ? { id } : {})}
        label={label}
        onUploaded={(url) => onChange?.(value.includes(url) ? value : [...value, url])}
      />
    </Flex>
  );
}
