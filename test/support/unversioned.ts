/** What a form's `get` answers, without the version that is sent back with it (rules: Operators). */
export function unversioned<T extends object>(form: T): Omit<T, "version" | "formVersion"> {
  const {
    version: _version,
    formVersion: _formVersion,
    ...rest
  } = form as T & { version?: unknown; formVersion?: unknown };
  return rest as Omit<T, "version" | "formVersion">;
}
