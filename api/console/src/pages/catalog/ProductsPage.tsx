import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { ProductEditor } from "./ProductEditor";
import { ProductList } from "./ProductList";

export default function ProductsPage() {
  return (
    <Routes>
      <Route index element={<ProductList />} />
      <Route path="new" element={<ProductEditor />} />
      <Route path=":id" element={<OfId page={ProductEditor} />} />
    </Routes>
  );
}
