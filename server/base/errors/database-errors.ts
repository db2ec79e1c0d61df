function hasCode(error: unknown, code: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && current.code === code) return true;
  return false;
}

export const isUniqueViolation = (error: unknown): boolean => hasCode(error, '23505');

/** An older version’s database, or a replica of one. */
export const isMissingTable = (error: unknown): boolean => hasCode(error, '42P01');
