import { KeptForm, type Section } from "../../parts/acts/KeptForm";
import { useTexts } from "../../texts/texts";
import { advantagesField, heroField, partnersField, timelineField } from "./lists";

const bundle = { title: ["About us", "关于我们"] } as const;

const sections: Section[] = [
  {
    name: "contact",
    title: ["Contact details", "联系方式"],
    fields: [
      { name: "companyName", label: ["Company", "公司名称"], kind: "text" },
      { name: "slogan", label: ["Slogan", "标语"], kind: "text" },
      { name: "address", label: ["Address", "地址"], kind: "text" },
      { name: "phone", label: ["Phone", "电话"], kind: "text" },
      { name: "email", label: ["Email", "邮箱"], kind: "text" },
      { name: "workingHours", label: ["Working hours", "工作时间"], kind: "text" },
      { name: "mapLat", label: ["Latitude", "纬度"], kind: "number", min: -90, max: 90 },
      { name: "mapLng", label: ["Longitude", "经度"], kind: "number", min: -180, max: 180 },
      { name: "qrCodeUrl", label: ["QR code", "二维码"], kind: "picture" },
    ],
    others: { mapLat: null, mapLng: null },
  },
  {
    name: "company",
    title: ["Company profile", "公司介绍"],
    fields: [heroField(false), advantagesField, timelineField, partnersField],
  },
];

export default function AboutPage() {
  const words = useTexts(bundle);
  return (
    <KeptForm
      title={words("title")}
      base="/admin-api/website/about"
      permission="website:about:update"
      sections={sections}
    />
  );
}
