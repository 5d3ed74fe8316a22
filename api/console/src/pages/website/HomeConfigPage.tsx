import { KeptForm, type Section } from "../../parts/acts/KeptForm";
import { useTexts } from "../../texts/texts";
import { advantagesField, bannersField, callField, heroField, homeFiguresField, partnersField } from "./lists";

const bundle = { title: ["Home page", "首页配置"] } as const;

const sections: Section[] = [
  { title: ["Key figures", "数据亮点"], fields: [homeFiguresField] },
  {
    title: ["Page content", "页面内容"],
    fields: [heroField(true), bannersField, advantagesField, partnersField, callField],
  },
];

export default function HomeConfigPage() {
  const words = useTexts(bundle);
  return (
    <KeptForm
      title={words("title")}
      base="/admin-api/website/home-config"
      permission="website:home-config:update"
      sections={sections}
    />
  );
}
