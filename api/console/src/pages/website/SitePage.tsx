import { KeptForm, type Section } from "../../parts/acts/KeptForm";
import { useTexts } from "../../texts/texts";
import { linksField } from "./lists";

const bundle = { title: ["Site settings", "站点设置"] } as const;

const sections: Section[] = [
  {
    fields: [
      { name: "logo", label: ["Logo", "Logo"], kind: "picture" },
      { name: "companyName", label: ["Company", "公司名称"], kind: "text" },
      { name: "phone", label: ["Phone", "电话"], kind: "text" },
      { name: "email", label: ["Email", "邮箱"], kind: "text" },
      { name: "address", label: ["Address", "地址"], kind: "text" },
      { name: "icp", label: ["ICP filing", "ICP 备案号"], kind: "text" },
      { name: "policeIcp", label: ["Police filing", "公安备案号"], kind: "text" },
      { name: "socialQrcode", label: ["Official account QR code", "公众号二维码"], kind: "picture" },
      { name: "serviceQrcode", label: ["Customer service QR code", "客服二维码"], kind: "picture" },
      linksField,
    ],
  },
];

export default function SitePage() {
  const words = useTexts(bundle);
  return (
    <KeptForm
      title={words("title")}
      base="/admin-api/website/site-config"
      permission="website:site-config:update"
      sections={sections}
    />
  );
}
