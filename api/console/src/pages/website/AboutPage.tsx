import { jsonField } from "../../parts/JsonText";
import { useTexts } from "../../texts/texts";
import { KeptForm, type Section } from "./KeptForm";

const bundle = { title: ["About us", "关于我们"] } as const;

const sections: Section[] = [
  {
    name: "contact",
    title: ["How to reach us", "联系方式"],
    fields: [
      { name: "companyName", label: ["Company", "公司名称"], kind: "text" },
      { name: "slogan", label: ["Slogan", "标语"], kind: "text" },
      { name: "address", label: ["Address", "地址"], kind: "text" },
      { name: "phone", label: ["Telephone", "电话"], kind: "text" },
      { name: "email", label: ["E-mail", "邮箱"], kind: "text" },
      { name: "workingHours", label: ["Working hours", "工作时间"], kind: "text" },
      { name: "mapLat", label: ["Latitude", "纬度"], kind: "number", min: -90, max: 90 },
      { name: "mapLng", label: ["Longitude", "经度"], kind: "number", min: -180, max: 180 },
      { name: "qrCodeUrl", label: ["QR code", "二维码"], kind: "picture" },
    ],
    others: { mapLat: null, mapLng: null },
  },
  {
    name: "company",
    title: ["The company's page", "公司介绍"],
    fields: [
      jsonField("hero", ["Head of the page", "页首"], ['{"title", "subtitle"}', '如 {"title", "subtitle"}']),
      jsonField("advantages", ["Strengths", "优势"], ['A list: [{"title", "text"}]', '列表，如 [{"title", "text"}]']),
      jsonField("timeline", ["History", "发展历程"], ['A list: [{"year", "text"}]', '列表，如 [{"year", "text"}]']),
      jsonField("partners", ["Partners", "合作伙伴"], ['A list: [{"name"}]', '列表，如 [{"name"}]']),
    ],
    json: ["hero", "advantages", "timeline", "partners"],
  },
];

export default function AboutPage() {
  const words = useTexts(bundle);
  return (
    <KeptForm title={words("title")} base="/admin-api/website/about" permission="website:about" sections={sections} />
  );
}
