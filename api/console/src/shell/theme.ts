import { theme, type ThemeConfig } from "antd";
import { useSyncExternalStore } from "react";
import { isDark, onTheme, themeChoice, type ThemeChoice } from "./themeChoice";

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(onTheme, themeChoice);
export const useIsDark = (): boolean => useSyncExternalStore(onTheme, isDark);

/** Reduced motion disables animations: a popup with a shortened one may stay at its start position, out of sight. */
const motion = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** antd's greys, tags and danger colours lack contrast: these reach 4.5 to 1 (WCAG AA) on their backgrounds. */
const light: ThemeConfig = {
  algorithm: theme.defaultAlgorithm,
  token: {
    motion,
    colorPrimary: "#0f766e",
    colorLink: "#0f766e",
    colorLinkHover: "#115e59",
    colorLinkActive: "#134e4a",
    colorError: "#cf1322",
    colorTextTertiary: "rgba(0, 0, 0, 0.62)",
    colorTextPlaceholder: "rgba(0, 0, 0, 0.58)",
    borderRadius: 6,
  },
  components: {
    Menu: { itemSelectedBg: "#d5efeb" },
    // The text of an empty table is not a disabled element.
    Table: { rowSelectedBg: "#e6f4f1", rowSelectedHoverBg: "#d5efeb", colorTextDisabled: "rgba(0, 0, 0, 0.62)" },
    Typography: { colorSuccessText: "#237804", colorWarningText: "#874d00" },
    Tag: { colorSuccess: "#237804", colorInfo: "#0958d9", colorWarning: "#874d00", colorError: "#a8071a" },
  },
};
const dark: ThemeConfig = {
  algorithm: theme.darkAlgorithm,
  token: {
    motion,
    colorPrimary: "#2dd4bf",
    colorLink: "#5eead4",
    colorLinkHover: "#99f6e4",
    colorLinkActive: "#ccfbf1",
    colorError: "#ff7875",
    colorTextTertiary: "rgba(255, 255, 255, 0.62)",
    colorTextPlaceholder: "rgba(255, 255, 255, 0.56)",
    borderRadius: 6,
  },
  components: {
    Button: { primaryColor: "#042f2e" },
    Menu: { itemSelectedBg: "#134e4a", itemSelectedColor: "#99f6e4" },
    Table: { colorTextDisabled: "rgba(255, 255, 255, 0.62)" },
    Tag: { colorSuccess: "#73d13d", colorInfo: "#69b1ff", colorWarning: "#ffc53d", colorError: "#ff9c99" },
  },
};

export const themeOf = (inDark: boolean): ThemeConfig => (inDark ? dark : light);
