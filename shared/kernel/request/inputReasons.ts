/**
 * Reasons of refused input, English -> Chinese. Schemas and use cases write them in English; they are translated when the
 * refusal becomes a response. "{name}" is a placeholder; the first line that matches is used, so the narrower of two comes
 * first.
 */
const reasons: Record<string, string> = {
  // Given or not
  "is required": "必填",
  "is required for an electronic invoice": "开具电子发票时必填",
  "is required for a paper invoice": "开具纸质发票时必填",
  "is required for a company": "抬头为单位时必填",
  "is required for a special invoice": "开具专用发票时必填",
  "is required for {channel}": "使用 {channel} 时必填",
  "is required where type is event": "type 为 event 时必填",
  "is required without spuId": "未提供 spuId 时必填",
  "is required, as the after-sale does not say how many": "该售后未说明件数，必填",
  "is required with the merchant's other fields": "填写了其他商户信息时必填",
  "is required with publicKey": "填写了 publicKey 时必填",
  "is required with a public key": "填写了公钥时必填",
  "is required, or invoiceUrl": "与 invoiceUrl 至少填写一项",
  "is required, or authorizationNo": "与 authorizationNo 至少填写一项",
  "is required, as a file of this name": "必须上传该名称的文件",
  "must be given": "必填",
  "must be given with discountType {n}": "discountType 为 {n} 时必填",
  "stock or change is required, not both": "stock 与 change 必须且只能填写一项",
  "no key may have {permission}": "机器密钥不能拥有权限 {permission}",
  "you do not have {permission}": "您没有权限 {permission}",
  "must be an IP address or a network like {example}": "必须是 IP 地址或形如 {example} 的网段",
  "give either id or ids": "id 与 ids 只能填写一项",
  "give a filter, or all: true": "请填写筛选条件，或传 all: true",
  "say which jobs: q, queue, job or state": "请说明是哪些任务：q、queue、job 或 state",
  "no such kind of job": "没有该类任务",
  "its jobs have no rows to hold": "该类任务没有可暂缓的记录",
  "it is what releases others": "放行其他任务依赖该任务",
  "id, or appId and code": "请填写 id，或同时填写 appId 和 code",
  "there is nothing to change": "没有需要修改的内容",
  "is not known here; known are {names}": "无法识别的参数，可用参数：{names}",
  "is not known here": "无法识别的参数",

  // Numbers and choices
  "must be one of {values} for {channel}": "使用 {channel} 时必须是以下之一：{values}",
  "must be one of {values}": "必须是以下之一：{values}",
  "must be On or Off": "必须是 On 或 Off",
  "must be -1 or at least 1": "必须为 -1 或不小于 1",
  "must be at least 1 while points are taken": "启用积分抵扣时不能小于 1",
  "must be at least {n} seconds for silentWorker": "silentWorker 规则不能小于 {n} 秒",
  "must be at least {n}": "不能小于 {n}",
  "must not be 0": "不能为 0",
  "must be 2 for a special invoice": "专用发票必须为 2",
  "must have at most four decimals": "最多四位小数",
  "must be a whole number of fen, as text": "必须是以分为单位的整数文本",
  "must be below bargainFirstPrice": "必须低于 bargainFirstPrice",
  "must not be below randomMinPrice": "不能低于 randomMinPrice",
  "pageNo x pageSize must not exceed {n}": "pageNo 与 pageSize 之积不能超过 {n}",
  "page x size must not exceed {n}": "page 与 size 之积不能超过 {n}",
  "must be text or a number": "必须是文本或数字",

  // Times
  "must be a moment in epoch milliseconds": "必须是毫秒时间戳",
  "must be a time like 09:30": "必须是形如 09:30 的时间",
  "must be HH:mm:ss": "必须是 HH:mm:ss 格式的时间",
  "must be after startTime": "必须晚于 startTime",
  "must be later than {field}": "必须晚于 {field}",
  "must not end before it begins": "结束时间不能早于开始时间",
  "must hold a start and an end": "必须包含开始时间和结束时间",
  "must not be longer than {n} days": "不能超过 {n} 天",
  "must be at most {n} days away": "最长 {n} 天",
  "must be in the future": "必须晚于当前时间",
  "must not span more than {n} days": "跨度不能超过 {n} 天",
  "must be within the last {n} days": "必须在最近 {n} 天之内",
  "must be over": "必须是已结束的日期",
  "at most {n} rows of a {step}": "step 为 {step} 时最多 {n} 行",
  "more than {n} rows are found: choose a shorter period": "结果超过 {n} 行：请缩短时间范围",

  // Texts
  "must not hold control characters": "不能包含控制字符",
  "must not change the direction of text": "不能包含改变文字方向的字符",
  "must hold a visible character": "必须包含可见字符",
  "must not be longer than {n} bytes": "不能超过 {n} 字节",
  "must be at most {n} characters long": "长度最多 {n}",
  "must be {n} characters": "长度必须为 {n}",
  "must be 1 to {n} printable characters": "必须是 1 到 {n} 个可打印字符",
  "must be 1 to {n} letters, digits, _ or -": "必须是 1 到 {n} 个字母、数字、_ 或 -",
  "must be letters, digits and hyphens": "只能包含字母、数字和连字符",
  "must be letters, digits and {signs} alone": "只能包含字母、数字和 {signs}",
  "must be names of letters and digits, parted by /": "必须是以 / 分隔的字母和数字名称",
  "must be digits": "必须是数字",
  "must be hex digits": "必须是十六进制数字",
  "must be 2088 and 12 digits": "必须是 2088 加 12 位数字",
  "must be six digits or a recovery code": "必须是六位数字或恢复码",
  "must be six digits": "必须是六位数字",
  "must be whsec_ and the base64 of 24 bytes or more": "必须是 whsec_ 加 24 字节以上内容的 base64",
  "must not hold a folder": "不能包含文件夹",
  "each must be visit, {actions} or a path that begins with /": "每一项必须是 visit、{actions} 或以 / 开头的路径",

  // People, places, addresses
  "must be a mobile number": "必须是手机号",
  "must be digits of a mobile number": "必须是手机号中的数字",
  "must be a phone number": "必须是电话号码",
  "must be an e-mail address": "必须是邮箱地址",
  "is not a known area (1: everywhere)": "不是已知地区（1 表示全国）",
  "is not a known area": "不是已知地区",
  "must name an area once": "同一地区只能出现一次",
  "must be a domain": "必须是域名",
  "must be an address": "必须是网址",
  "must be a web address": "必须是网址",
  "must be a page's address": "必须是页面地址",
  "must begin with an allowed address": "必须以允许的地址开头",
  "must be an http(s) address": "必须是 http(s) 地址",
  "must be an http(s) address or a path": "必须是 http(s) 地址或站内路径",
  "must be an http(s) address or the key of an uploaded picture": "必须是 http(s) 地址或已上传图片的 key",
  "is not an address that a sign-in may return to": "不是登录后允许返回的地址",
  "the address {host} is refused: not a URL": "地址 {host} 不可用：不是有效的网址",
  "the address {host} is refused: credentials in the address": "地址 {host} 不可用：不能包含用户名或密码",
  "the address {host} is refused: not https": "地址 {host} 不可用：必须使用 https",
  "the address {host} is refused: not a public address": "地址 {host} 不可用：不是公网地址",

  // What the shop has
  "must be an id": "必须是编号",
  "must be the fileId of a video": "必须是视频的 fileId",
  "must name at least one": "至少选择一项",
  "must name a variant once": "同一规格只能出现一次",
  "must have a limit once": "同一门槛只能出现一次",
  "names a SKU twice": "同一 SKU 重复出现",
  "must stay as it is": "不能修改",
  "cannot be changed": "不能修改",
  '"{permission}" is not a permission of this service': "“{permission}”不是本服务的权限",
  unknown: "未知类型",
  "the shop's own app cannot be deleted": "商城自有应用不能删除",
  "the wallet has none": "钱包渠道没有配置项",
  "the wallet's app has no wallet channel": "钱包应用不能开通钱包渠道",
  "the channel uses the environment's keys": "该渠道使用环境变量中的密钥",
  "is not valid": "格式不正确",
  "is not an RSA private key of 2048 bits or more": "不是 2048 位以上的 RSA 私钥",
  "is not an RSA public key or certificate": "不是 RSA 公钥或证书",
  "is the application's own key, not the provider's": "这是应用自己的公钥，而不是平台的公钥",

  // Bodies and files
  "is not valid JSON": "不是有效的 JSON",
  "nested deeper than {n}": "嵌套不能超过 {n} 层",
  "must be nested at most {n} levels deep": "嵌套不能超过 {n} 层",
  "must be at most {n} bytes of JSON": "JSON 不能超过 {n} 字节",
  "must be an object or a list": "必须是对象或数组",
  "must not hold a field called {name}": "不能包含名为 {name} 的字段",
  "is not a valid form": "不是有效的表单",
  "has too many parts": "表单项过多",
  "is cut off": "内容不完整",
  "comes too slowly": "传输过慢",
  "must be one file": "必须是单个文件",
  "is {n} bytes long, not {wanted}": "实际为 {n} 字节，而不是 {wanted} 字节",
  "is empty": "不能为空",
  "must be a png, jpeg, gif or webp picture": "必须是 png、jpeg、gif 或 webp 图片",
  "must be an mp4, mov or webm video": "必须是 mp4、mov 或 webm 视频",
  "does not begin as an mp4 or mov video does": "开头不符合 mp4 或 mov 视频的格式",
  "is an archive as well as a video": "文件同时是压缩包和视频",
  "is another kind of file as well as a video": "文件同时是视频和其他类型",

  // The schema library's own messages
  "Invalid input: expected {wanted}, received undefined": "必填",
  "Invalid input: expected {wanted}, received {sent}": "类型不正确",
  "Invalid input": "格式不正确",
  "Invalid key in {kind}": "包含不正确的键",
  "Invalid URL": "必须是网址",
  "Unrecognized key: {keys}": "包含未知字段 {keys}",
  "Unrecognized keys: {keys}": "包含未知字段 {keys}",
  "Too big: expected string to have <={n} characters": "长度最多 {n}",
  "Too small: expected string to have >={n} characters": "长度至少 {n}",
};

/** Reasons with placeholders, which are compared piece by piece; the others are looked up. */
const built = Object.entries(reasons).flatMap(([en, zh]) => {
  const names = [...en.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return names.length > 0 ? [{ pieces: en.split(/\{\w+\}/), names, zh }] : [];
});

/** A reason in Chinese; one that is not listed, or is Chinese already, stays as it is. */
export function reasonInChinese(reason: string): string {
  if (Object.hasOwn(reasons, reason)) return reasons[reason]!;
  for (const { pieces, names, zh } of built) {
    const values = valuesBetween(pieces, reason);
    if (values) return zh.replace(/\{(\w+)\}/g, (_whole, name: string) => values[names.indexOf(name)]!);
  }
  return reason;
}

/** The values between the pieces of a text; undefined when the text does not consist of them. */
function valuesBetween(pieces: readonly string[], text: string): string[] | undefined {
  const last = pieces.at(-1)!;
  if (!text.startsWith(pieces[0]!) || !text.endsWith(last)) return undefined;
  const end = text.length - last.length;
  const values: string[] = [];
  let from = pieces[0]!.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from);
    if (at < 0) return undefined;
    values.push(text.slice(from, at));
    from = at + piece.length;
  }
  if (from > end) return undefined;
  return [...values, text.slice(from, end)];
}
