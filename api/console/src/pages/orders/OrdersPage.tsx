import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { OrderDetail } from "./OrderDetail";
import { OrderList } from "./OrderList";

export default function OrdersPage() {
  return (
    <Routes>
      <Route index element={<OrderList />} />
      <Route path=":id" element={<OfId page={OrderDetail} />} />
    </Routes>
  );
}
