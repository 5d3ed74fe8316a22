import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { OrderDetail } from "./OrderDetail";
import { OrderList } from "./OrderList";
import { PrintOrders } from "./print/PrintOrders";

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
