import { Route, Routes } from "react-router";
import { InvoiceDetail } from "./InvoiceDetail";
import { InvoiceList } from "./InvoiceList";

export default function InvoicesPage() {
  return (
    <Routes>
      <Route index element={<InvoiceList />} />
      <Route path=":id" element={<InvoiceDetail />} />
    </Routes>
  );
}
