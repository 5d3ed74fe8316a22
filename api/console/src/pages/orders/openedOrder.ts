import { get } from "../../client/client";

/** Reads an order when a dialog is opened that changes a part of it: what it shows, and sends back, is of that moment. */
export const openedOrder = (id: number) => () => get("/admin-api/trade/order/get-detail", { id });
