import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { InvoiceDetail } from "./InvoiceDetail";
import { InvoiceList } from "./InvoiceList";

export default function InvoicesPage() {
  return (
    <Routes>
      <Route index element={<InvoiceList />} />
      <Route path=":id" element={<OfId page={InvoiceDetail} />} />
    </Routes>
  );
}
