import { DatePicker } from "antd";
import type { Dayjs } from "dayjs";

interface Props {
  id?: string;
  value?: Dayjs;
  onChange?: (value: Dayjs | null) => void;
}

/** A day and a time of it. */
export function MomentPicker(props: Props) {
  return (
    <DatePicker
      showTime
      style={{ width: "100%" }}
      // Enter accepts the typed time, and must not submit the form as well.
      onKeyDown={(event) => {
        if (event.key === "Enter") event.preventDefault();
      }}
      {...props}
    />
  );
}
