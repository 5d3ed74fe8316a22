/** Our codes of delivery companies (those of kuaidi100, see the seed) to the codes of kdniao. */
const codes: Readonly<Record<string, string>> = {
  shunfeng: "SF",
  jd: "JD",
  ems: "EMS",
  youzhengguonei: "YZPY",
  zhongtong: "ZTO",
  yuantong: "YTO",
  yunda: "YD",
  shentong: "STO",
  jtexpress: "JTSD",
  debangkuaidi: "DBL",
  debangwuliu: "DBL",
  huitongkuaidi: "HTKY",
  zhaijisong: "ZJS",
  tiantian: "HHTT",
  youshuwuliu: "UC",
  kuayue: "KYSY",
  annengwuliu: "ANE",
  danniao: "DNWL",
};

/** A company outside the list may have been entered with kdniao's own code, which is in capitals. */
export const kdniaoCode = (company: string): string => codes[company.toLowerCase()] ?? company.toUpperCase();
