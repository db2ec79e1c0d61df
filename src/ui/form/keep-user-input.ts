/** Reset options that follow the server's values while keeping what was typed, with its errors. */
export const KEEP_USER_INPUT = {
  keepDirtyValues: true,
  keepDirty: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
  keepTouched: true,
} as const;
