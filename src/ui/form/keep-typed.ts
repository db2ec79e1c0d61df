/** Reset options that follow the server's values while keeping what was typed, with its errors. */
export const KEEP_TYPED = {
  keepDirtyValues: true,
  keepDirty: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
  keepTouched: true,
} as const;
