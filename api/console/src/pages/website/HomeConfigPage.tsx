import { jsonField } from "../../parts/JsonText";
import { useTexts } from "../../texts/texts";
import { KeptForm, type Section } from "./KeptForm";
import { StatsField } from "./StatsField";

const bundle = { title: ["Home page", "首页配置"] } as const;

const sections: Section[] = [
  {
    title: ["Figures", "数据亮点"],
    fields: [{ name: "stats", label: ["Figures", "数据亮点"], kind: "custom", control: <StatsField /> }],
    others: { stats: [] },
  },
  {
    title: ["Contents", "页面内容"],
    fields: [
      jsonField(
        "hero",
        ["Head of the page", "页首"],
        ['{"title", "subtitle", "button"}', '如 {"title", "subtitle", "button"}'],
      ),
      jsonField(
        "banners",
        ["Banners", "轮播图"],
        ['A list: [{"image", "title", "link"}]', '列表，如 [{"image", "title", "link"}]'],
      ),
      jsonField("advantages", ["Strengths", "优势"], ['A list: [{"title"}]', '列表，如 [{"title"}]']),
      jsonField("partners", ["Partners", "合作伙伴"], ['A list: [{"name"}]', '列表，如 [{"name"}]']),
      jsonField(
        "cta",
        ["Call at the end", "行动号召"],
        ['{"title", "button", "link"}', '如 {"title", "button", "link"}'],
      ),
    ],
    json: ["hero", "banners", "advantages", "partners", "cta"],
  },
];

export default function HomeConfigPage() {
  const words = useTexts(bundle);
  return (
    <KeptForm
      title={words("title")}
      base="/admin-api/website/home-config"
      permission="website:home-config"
      sections={sections}
    />
  );
}
