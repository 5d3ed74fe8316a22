import { lazy } from "react";
import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { OrderList } from "./OrderList";

// The list is what one begins with.
const OrderDetail = lazy(async () => ({ default: (await import("./OrderDetail")).OrderDetail }));
const PrintOrders = lazy(async () => ({ default: (await import("./print/PrintOrders")).PrintOrders }));

export default function OrdersPage() {
  return (
    <Routes>
      <Route index element={<OrderList />} />
      <Route path="print/slips" element={<PrintOrders what="slips" />} />
      <Route path="print/picking" element={<PrintOrders what="picking" />} />
      <Route path=":id" element={<OfId page={OrderDetail} />} />
    </Routes>
  );
}
