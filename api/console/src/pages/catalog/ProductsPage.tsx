import { Route, Routes } from "react-router";
import { ProductEditor } from "./ProductEditor";
import { ProductList } from "./ProductList";

export default function ProductsPage() {
  return (
    <Routes>
      <Route index element={<ProductList />} />
      <Route path="new" element={<ProductEditor />} />
      <Route path=":id" element={<ProductEditor />} />
    </Routes>
  );
}
