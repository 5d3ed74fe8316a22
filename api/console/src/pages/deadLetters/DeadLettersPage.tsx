import { Route, Routes } from "react-router";
import { Missing } from "../../parts/shown/Missing";
import { CauseDetail } from "./CauseDetail";
import { CauseList } from "./CauseList";
import { LetterList } from "./LetterList";
import { LetterPage } from "./LetterPage";

export default function DeadLettersPage() {
  return (
    <Routes>
      <Route index element={<LetterList />} />
      <Route path="causes" element={<CauseList />} />
      <Route path="causes/:id" element={<CauseDetail />} />
      <Route path=":id" element={<LetterPage />} />
      <Route path="*" element={<Missing />} />
    </Routes>
  );
}
