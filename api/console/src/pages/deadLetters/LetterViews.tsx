import { Segmented } from "antd";
import { useLocation, useNavigate } from "react-router";
import { useTexts } from "../../texts/texts";

const bundle = {
  view: ["View", "视图"],
  causes: ["By cause", "按原因"],
  letters: ["All letters", "全部死信"],
} as const;
const paths = { causes: "/dead-letters/causes", letters: "/dead-letters" } as const;
type View = keyof typeof paths;

/** Changes between dead letters one by one and by their causes. */
export function LetterViews() {
  const words = useTexts(bundle);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <Segmented<View>
      aria-label={words("view")}
      value={pathname === paths.causes ? "causes" : "letters"}
      onChange={(view) => void navigate(paths[view])}
      options={(["causes", "letters"] as const).map((value) => ({ value, label: words(value) }))}
    />
  );
}
