import { Skeleton } from "antd";
import { lazy, Suspense, type ComponentType } from "react";

/**
 * Fields that are as big as a page, and that no list begins with: the files of calendar and upload come when one is
 * shown.
 */
export const MomentField = late(async () => (await import("./MomentPicker")).MomentPicker);
export const SpanField = late(async () => (await import("./SpanPicker")).SpanPicker);
export const PictureField = late(async () => (await import("./PictureField")).PictureField);
export const PicturesField = late(async () => (await import("./PictureField")).PicturesField);

function late<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Field = lazy(async () => ({ default: await load() })) as unknown as ComponentType<P>;
  return function LateField(props: P) {
    return (
      <Suspense fallback={<Skeleton.Input active block />}>
        <Field {...props} />
      </Suspense>
    );
  };
}
