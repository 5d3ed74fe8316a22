import { Segmented, Space } from "antd";
import { changeLanguage, type Language } from "../texts/language";
import { useLanguage, useTexts } from "../texts/texts";
import { preferenceWords } from "./preferenceWords";
import { useThemeChoice } from "./theme";
import { chooseTheme, type ThemeChoice } from "./themeChoice";

export function Preferences() {
  const words = useTexts(preferenceWords);
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
