const DIGITS = [..."零壹贰叁肆伍陆柒捌玖"];
const PLACES = ["", "拾", "佰", "仟"];
const GROUPS = ["", "万", "亿", "万亿"];

/** An amount in the capital numerals of invoices: 123456 is 壹仟贰佰叁拾肆圆伍角陆分, 10000 is 壹佰圆整. */
export function capitalYuan(amountFen: number): string {
  if (!Number.isSafeInteger(amountFen) || amountFen < 0) throw new Error(`no amount of fen: ${amountFen}`);
  const yuan = Math.floor(amountFen / 100);
  const [jiao, fen] = [Math.floor((amountFen % 100) / 10), amountFen % 10];
  const whole = yuan > 0 ? `${capitalNumber(yuan)}圆` : "";
  if (jiao === 0 && fen === 0) return whole === "" ? "零圆整" : `${whole}整`;
  // A missing jiao between yuan and fen is written as 零.
  const jiaoText = jiao > 0 ? `${DIGITS[jiao]}角` : whole === "" ? "" : "零";
  return `${whole}${jiaoText}${fen > 0 ? `${DIGITS[fen]}分` : "整"}`;
}

/** Groups of four digits; zeros within are written as one 零, zeros at the end not at all. */
function capitalNumber(value: number): string {
  let text = "";
  let isGap = false;
  for (let group = GROUPS.length - 1; group >= 0; group--) {
    const digits = Math.floor(value / 10_000 ** group) % 10_000;
    if (digits === 0) {
      isGap = text !== "";
      continue;
    }
    const leads = isGap || (text !== "" && digits < 1_000);
    text += `${leads ? "零" : ""}${capitalGroup(digits)}${GROUPS[group]}`;
    isGap = false;
  }
  return text;
}

function capitalGroup(value: number): string {
  let text = "";
  let isGap = false;
  for (let place = PLACES.length - 1; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit === 0) {
      isGap = text !== "";
      continue;
    }
    text += `${isGap ? "零" : ""}${DIGITS[digit]}${PLACES[place]}`;
    isGap = false;
  }
  return text;
}
