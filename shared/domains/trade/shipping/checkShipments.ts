import { AppError } from "#shared/kernel/request/errors.js";
import { enabledExpressCompanies, type ExpressCompanyDoc } from "../delivery/expressCompany.model.js";
import { readParcelNumber, recognizeCompany } from "../parcel/parcelNumber.js";
import { deliveryErrors } from "../delivery/delivery.errors.js";
import { tradeErrors } from "../trade.errors.js";
import { OrderModel, type OrderDoc } from "../order/order.model.js";
import { assertMayShip } from "./mayShip.js";

/** A row of a list of parcels: an order's number, a company by name or code, or "", and the parcel's number. */
interface ListedShipment {
  no: string;
  company: string;
  logisticsNo: string;
}
export interface CheckedShipment {
  order: OrderDoc | undefined;
  company: ExpressCompanyDoc | undefined;
  /** The number itself; "" if it is none. */
  logisticsNo: string;
  /** Why it would not ship. */
  fault: AppError | undefined;
}

const AT_ONCE = 10;

/** What would happen if these were shipped now. It changes nothing. */
export async function checkShipments(rows: readonly ListedShipment[]): Promise<CheckedShipment[]> {
  const companies = await enabledExpressCompanies();
  const plainNo = ({ no }: ListedShipment): string => no.normalize("NFKC").trim();
  const orders = await OrderModel.find({ no: { $in: [...new Set(rows.map(plainNo))] } }).lean<OrderDoc[]>();
  const byNo = new Map(orders.map((order) => [order.no, order]));
  const first = new Map(rows.map((row, at) => [plainNo(row), at] as const).toReversed());
  const check = async (row: ListedShipment, at: number): Promise<CheckedShipment> => {
    const checked: CheckedShipment = {
      order: byNo.get(plainNo(row)),
      company: undefined,
      logisticsNo: "",
      fault: undefined,
    };
    try {
      if (!checked.order) throw tradeErrors.OrderNotFound();
      if (first.get(plainNo(row)) !== at) throw deliveryErrors.ShipListedTwice();
      await assertMayShip(checked.order, { isDelivered: false });
      checked.company = companyOf(row, companies);
      checked.logisticsNo = readParcelNumber(checked.company, row.logisticsNo);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      checked.fault = error;
    }
    return checked;
  };
  const checked: CheckedShipment[] = [];
  for (let begin = 0; begin < rows.length; begin += AT_ONCE)
    checked.push(
      ...(await Promise.all(rows.slice(begin, begin + AT_ONCE).map((row, index) => check(row, begin + index)))),
    );
  return checked;
}

/** The company that is named, or whose number it is. Throws ExpressCompanyNotFound, ParcelCompanyUnclear. */
function companyOf(
  { company, logisticsNo }: ListedShipment,
  companies: readonly ExpressCompanyDoc[],
): ExpressCompanyDoc {
  const named = company.normalize("NFKC").trim().toLowerCase();
  if (named !== "") {
    const found = companies.find(({ name, code }) => [name.toLowerCase(), code.toLowerCase()].includes(named));
    if (!found) throw deliveryErrors.ExpressCompanyNotFound();
    return found;
  }
  const { companies: fitting, isSure } = recognizeCompany(companies, logisticsNo);
  const [likeliest] = fitting;
  if (!likeliest) throw deliveryErrors.ExpressCompanyNotFound();
  if (!isSure)
    throw deliveryErrors.ParcelCompanyUnclear({
      field: "logisticsNo",
      companies: fitting.map(({ name }) => name).join(", "),
    });
  return likeliest;
}
