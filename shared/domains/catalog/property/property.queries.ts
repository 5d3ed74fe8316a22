import type { Model, QueryFilter } from "mongoose";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { catalogErrors } from "../catalog.errors.js";
import { PropertyModel, PropertyValueModel, type PropertyDoc, type PropertyValueDoc } from "./property.model.js";
import type { SkuProperty } from "../product/sku.model.js";
import { hasPart } from "#shared/kernel/lists/filters.js";

/**
 * A page for operators, newest first. Parts of names are matched here, as these lists are short, and not every server
 * can use an index for a pattern.
 */
async function pageNamed<T extends { _id: number; name: string }>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { name, ...page }: Page & { name?: string | undefined },
): Promise<PageOf<T>> {
  let wanted = filter;
  if (name) {
    const named = await model
      .find(filter, { name: 1 })
      .sort({ _id: -1 })
      .limit(10_000)
      .lean<{ _id: number; name: string }[]>();
    const fit = named.filter((row) => hasPart(row.name, name));
    wanted = { ...filter, _id: { $in: fit.map((row) => row._id) } };
  }
  return pageOf(model, wanted, page, { _id: -1 });
}

/** Newest first; `name` matches a part of the name. */
export function pageProperties(query: Page & { name?: string | undefined }) {
  return pageNamed<PropertyDoc>(PropertyModel, {}, query);
}

export function pagePropertyValues(query: Page & { name?: string | undefined; propertyId?: number | undefined }) {
  const { propertyId } = query;
  return pageNamed<PropertyValueDoc>(PropertyValueModel, propertyId === undefined ? {} : { propertyId }, query);
}

/** Throws PropertyNotFound. */
export async function getProperty(propertyId: number): Promise<PropertyDoc> {
  const property = await PropertyModel.findById(propertyId).lean<PropertyDoc>();
  if (!property) throw catalogErrors.PropertyNotFound();
  return property;
}

/** Throws PropertyValueNotFound. */
export async function getPropertyValue(valueId: number): Promise<PropertyValueDoc> {
  const value = await PropertyValueModel.findById(valueId).lean<PropertyValueDoc>();
  if (!value) throw catalogErrors.PropertyValueNotFound();
  return value;
}

/**
 * Adds the current names to properties and values given by id. Throws PropertyNotFound, PropertyValueNotFound (also for
 * a value of another property).
 */
export async function namedProperties(
  variants: readonly (readonly { propertyId: number; valueId: number }[])[],
): Promise<SkuProperty[][]> {
  const wanted = variants.flat();
  const ids = (field: "propertyId" | "valueId") => [...new Set(wanted.map((one) => one[field]))];
  const properties = await PropertyModel.find({ _id: { $in: ids("propertyId") } }).lean<PropertyDoc[]>();
  const values = await PropertyValueModel.find({ _id: { $in: ids("valueId") } }).lean<PropertyValueDoc[]>();
  const propertyById = new Map(properties.map((property) => [property._id, property]));
  const valueById = new Map(values.map((value) => [value._id, value]));
  return variants.map((variant) =>
    variant.map(({ propertyId, valueId }) => {
      const property = propertyById.get(propertyId);
      if (!property) throw catalogErrors.PropertyNotFound();
      const value = valueById.get(valueId);
      if (value?.propertyId !== propertyId) throw catalogErrors.PropertyValueNotFound();
      return { propertyId, propertyName: property.name, valueId, valueName: value.name };
    }),
  );
}
