/** Follows the server's values but keeps what was typed, with its errors. */
export const KEEP_USER_INPUT = {
  keepDirtyValues: true,
  keepDirty: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
  keepTouched: true,
} as const;
