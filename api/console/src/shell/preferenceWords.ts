/** Of the choices that stand on the sign-in page and in the head of the console. */
export const preferenceWords = {
  language: ["Language", "语言"],
  colours: ["Theme", "主题"],
  light: ["Light", "浅色"],
  dark: ["Dark", "深色"],
  system: ["System", "跟随系统"],
} as const;
