/**
 * How a form follows what the server has (`values`): a form opens on what the device has kept, and the server's answer, or
 * what somebody else has saved, comes later. What was typed stays, with its errors; the rest is taken over.
 */
export const KEEP_TYPED = {
  keepDirtyValues: true,
  keepDirty: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
  keepTouched: true,
} as const;
