/** A picture that is told from others: a play sign on a colour of the video's own. */
export function coverPicture(name: string): string {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180" viewBox="0 0 320 180">
  <rect width="320" height="180" fill="hsl(${hue} 45% 40%)"/>
  <circle cx="160" cy="90" r="40" fill="#fff" opacity=".85"/>
  <path d="M148 68l36 22-36 22z" fill="hsl(${hue} 45% 30%)"/>
</svg>
`;
}
