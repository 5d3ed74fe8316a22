import { Segmented, Space } from "antd";
import { changeLanguage, useLanguage, useTexts, type Language } from "../texts/texts";
import { chooseTheme, useThemeChoice, type ThemeChoice } from "./theme";

const bundle = {
  language: ["Language", "语言"],
  colours: ["Theme", "主题"],
  light: ["Light", "浅色"],
  dark: ["Dark", "深色"],
  system: ["System", "跟随系统"],
} as const;

export function Preferences() {
  const words = useTexts(bundle);
  const { language } = useLanguage();
  const choice = useThemeChoice();
  return (
    <Space wrap>
      <Segmented<Language>
        aria-label={words("language")}
        value={language}
        onChange={(next) => void changeLanguage(next)}
        options={[
          { value: "en", label: "English" },
          { value: "zh", label: "中文" },
        ]}
      />
      <Segmented<ThemeChoice>
        aria-label={words("colours")}
        value={choice}
        onChange={chooseTheme}
        options={[
          { value: "light", label: words("light") },
          { value: "dark", label: words("dark") },
          { value: "system", label: words("system") },
        ]}
      />
    </Space>
  );
}
