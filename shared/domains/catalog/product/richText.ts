import { createRequire } from "node:module";
import type sanitizeHtml from "sanitize-html";

/** Loaded at first use, as it takes a tenth of a second. */
let loaded: typeof sanitizeHtml | undefined;
const sanitizer = (): typeof sanitizeHtml =>
  (loaded ??= createRequire(import.meta.url)("sanitize-html") as typeof sanitizeHtml);

const size = [/^\d{1,4}(?:\.\d+)?(?:px|em|rem|%)$/, /^auto$/];
const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,20}$/i];

const rules: sanitizeHtml.IOptions = {
  allowedTags: (
    "p br hr div span h1 h2 h3 h4 h5 h6 blockquote pre code strong b em i u s sub sup small ul ol li a img figure " +
    "figcaption table thead tbody tfoot tr th td caption colgroup col video source"
  ).split(" "),
  allowedAttributes: {
    "*": ["style"],
    a: ["href", "title", "target", "rel"],
    img: ["src", "alt", "title", "width", "height"],
    video: ["src", "poster", "controls", "width", "height"],
    source: ["src", "type"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
  },
  allowedSchemes: ["http", "https"],
  allowedSchemesByTag: { a: ["http", "https", "mailto", "tel"] },
  allowProtocolRelative: false,
  allowedStyles: {
    "*": {
      "text-align": [/^(?:left|right|center|justify)$/],
      "font-weight": [/^(?:normal|bold|\d{3})$/],
      "font-style": [/^(?:normal|italic)$/],
      "text-decoration": [/^(?:none|underline|line-through)$/],
      "font-size": size,
      width: size,
      "max-width": size,
      height: size,
      color: colour,
      "background-color": colour,
    },
  },
  transformTags: { a: (_, attribs) => ({ tagName: "a", attribs: { ...attribs, rel: "noopener noreferrer" } }) },
};

/** Sanitizes rich text before it is stored: removes scripts, unusual URL schemes and styles that may cover the page. */
export const richText = (html: string): string => sanitizer()(html, rules);
