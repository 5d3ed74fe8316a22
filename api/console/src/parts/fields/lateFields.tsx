import { Skeleton } from "antd";
import { lazy, Suspense, type ComponentType } from "react";

/** After the page's own files, before somebody fills in a form: a deploy in between would leave it without its fields. */
const SOON_MS = 2_000;

/**
 * Fields that are as big as a page, and that no list begins with: the files of calendar and upload come after the
 * page, or when one is shown.
 */
export const MomentField = late(async () => (await import("./MomentPicker")).MomentPicker);
export const SpanField = late(async () => (await import("./SpanPicker")).SpanPicker);
export const PictureField = late(async () => (await import("./PictureField")).PictureField);
export const PicturesField = late(async () => (await import("./PictureField")).PicturesField);

function late<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Field = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
  // One that fails is told where it is shown.
  setTimeout(() => void load().catch(() => undefined), SOON_MS);
  return function LateField(props: P) {
    return (
      <Suspense fallback={<Skeleton.Input active block />}>
        <Field {...props} />
      </Suspense>
    );
  };
}
