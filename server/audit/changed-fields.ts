export function changedFields<Field extends string>(
  fields: readonly Field[],
  before: Partial<Record<Field, unknown>>,
  after: Record<Field, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return null;
  const pick = (row: Partial<Record<Field, unknown>>) =>
    Object.fromEntries(changed.map((field) => [field, row[field]]));
  return { before: pick(before), after: pick(after) };
}
