/**
 * When something happened, as the device says, but never in the future: a clock that is ahead must not put a parcel's
 * next entry before this one. Without a word from the device, now. Source: product decision 6.
 */
export function occurrence(occurredAt: string | undefined, now: Date = new Date()): Date {
  const said = occurredAt ? new Date(occurredAt) : now;
  return said < now ? said : now;
}
