import { isValidElement } from "react";
import { withEmptied, type Field } from "../fields/fields";
import { JsonText, readJson } from "../shown/JsonText";
import { RichText } from "../fields/RichText";
import { RowsField } from "../fields/RowsField";

const typeOf = ({ control }: Field): unknown => (isValidElement(control) ? control.type : undefined);
const isJson = (field: Field): boolean => typeOf(field) === JsonText || typeOf(field) === RowsField;
const isFree = ({ control }: Field): boolean =>
  isValidElement<{ free?: boolean }>(control) && control.props.free !== false;

/** The request body, with JSON texts parsed. */
export const readBody = (fields: readonly Field[], sent: Record<string, unknown>): Record<string, unknown> => ({
  ...sent,
  ...Object.fromEntries(
    fields.filter((field) => isJson(field) && field.name in sent).map(({ name }) => [name, readJson(sent[name])]),
  ),
});

/** The body of an update by a whole form: emptied fields are sent as empty, or as in `others`. */
export function wholeBody(
  fields: readonly Field[],
  sent: Record<string, unknown>,
  others: Record<string, unknown> = {},
): Record<string, unknown> {
  const empty = fields.flatMap((field): [string, unknown][] => {
    if (isJson(field)) return [[field.name, isFree(field) ? null : []]];
    return typeOf(field) === RichText && !field.needed ? [[field.name, ""]] : [];
  });
  return withEmptied(fields, readBody(fields, sent), { ...Object.fromEntries(empty), ...others });
}
