import type { Model, QueryFilter } from "mongoose";
import { reserveIdsUpTo } from "#shared/kernel/mongo/ids.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { DeliveryTemplateModel, type DeliveryTemplateDoc } from "./deliveryTemplate.model.js";
import { ExpressCompanyModel } from "./expressCompany.model.js";
import { invalidateDeliveryTemplates } from "./deliveryTemplate.queries.js";
import { invalidateTradeConfig, THE_CONFIG, TradeConfigModel } from "../tradeConfig.model.js";
import { ChargeMode } from "../trade.codes.js";

const COUNTRY = 1;
/** Far away: Inner Mongolia, Tibet, Qinghai, Ningxia, Xinjiang. */
const remoteProvinces = [150000, 540000, 630000, 640000, 650000];
/** Around Shanghai: Shanghai, Jiangsu, Zhejiang, Anhui. */
const nearProvinces = [310000, 320000, 330000, 340000];

const templates: Omit<DeliveryTemplateDoc, "createdAt">[] = [
  {
    _id: 1,
    name: "按件计费，满 99 元包邮",
    chargeMode: ChargeMode.piece,
    sort: 0,
    charges: [
      { areaIds: remoteProvinces, startCount: 1, startPriceFen: 1_800, extraCount: 1, extraPriceFen: 500 },
      { areaIds: [COUNTRY], startCount: 3, startPriceFen: 800, extraCount: 2, extraPriceFen: 200 },
    ],
    frees: [
      { areaIds: remoteProvinces, freeCount: 1, freePriceFen: 29_900 },
      { areaIds: [COUNTRY], freeCount: 1, freePriceFen: 9_900 },
    ],
  },
  {
    _id: 2,
    name: "按重量计费",
    chargeMode: ChargeMode.weight,
    sort: 1,
    charges: [
      { areaIds: nearProvinces, startCount: 1, startPriceFen: 600, extraCount: 1, extraPriceFen: 100 },
      { areaIds: remoteProvinces, startCount: 1, startPriceFen: 2_000, extraCount: 0.5, extraPriceFen: 800 },
      { areaIds: [COUNTRY], startCount: 1, startPriceFen: 1_000, extraCount: 1, extraPriceFen: 400 },
    ],
    frees: [],
  },
];

/** Names, and codes at the tracking provider (kuaidi100). */
const companies: [code: string, name: string][] = [
  ["shunfeng", "顺丰速运"],
  ["jd", "京东物流"],
  ["ems", "EMS"],
  ["youzhengguonei", "邮政快递包裹"],
  ["zhongtong", "中通快递"],
  ["yuantong", "圆通速递"],
  ["yunda", "韵达快递"],
  ["shentong", "申通快递"],
  ["jtexpress", "极兔速递"],
  ["debangkuaidi", "德邦快递"],
];

const refundReasons = ["不想要了", "商品信息拍错", "地址或电话填错", "未按约定时间发货", "其他原因"];
const returnReasons = ["商品与描述不符", "商品质量问题", "商品破损或污渍", "少件或漏发", "七天无理由退货", "其他原因"];

/** Inserts rows that never existed, by id or name; one that an operator deleted stays deleted. */
async function insertMissing<T extends { _id: number }>(
  model: Model<T>,
  rows: readonly Partial<T>[],
  name: keyof T & string,
): Promise<void> {
  await inTransaction(async () => {
    const valuesOf = (field: keyof T): unknown[] => rows.map((row) => row[field]);
    const same = { $or: [{ _id: { $in: valuesOf("_id") } }, { [name]: { $in: valuesOf(name) }, deletedAt: null }] };
    const existing = await withDeleted(model.find(same as QueryFilter<T>)).lean<T[]>();
    const exists = (row: Partial<T>) => existing.some((known) => known._id === row._id || known[name] === row[name]);
    const missing = rows.filter((row) => !exists(row));
    try {
      if (missing.length > 0) await model.create(missing as T[]);
    } catch (error) {
      throw isDuplicateKey(error) ? new LostRace("another process seeds") : error;
    }
  });
}

/**
 * Seeds what a shop needs to deliver: fee templates 1 (by piece, free from 99 yuan) and 2 (by weight), the usual
 * express companies, the reasons of after-sales. Idempotent: existing rows are not changed.
 */
export async function seedDelivery(): Promise<{ templateByCount: number; templateByWeight: number }> {
  await insertMissing(DeliveryTemplateModel, templates, "name");
  await insertMissing(
    ExpressCompanyModel,
    companies.map(([code, name], index) => ({
      _id: index + 1,
      code,
      name,
      logo: "",
      sort: index,
      status: EnabledStatus.enabled,
    })),
    "code",
  );
  await TradeConfigModel.updateOne(
    { _id: THE_CONFIG },
    {
      $setOnInsert: {
        afterSaleRefundReasons: refundReasons,
        afterSaleReturnReasons: returnReasons,
        deliveryExpressFreeEnabled: false,
        deliveryExpressFreePriceFen: 0,
        deliveryPickUpEnabled: true,
      },
    },
    { upsert: true },
  );
  invalidateDeliveryTemplates();
  invalidateTradeConfig();
  await reserveIdsUpTo("deliveryTemplates", templates.length);
  await reserveIdsUpTo("expressCompanies", companies.length);
  return { templateByCount: 1, templateByWeight: 2 };
}
