/** The parameters that the manifest's share target and our own kind of link put into the address of /track. */
const PARAMETERS = ['url', 'text', 'title'];

/** What another app has shared with /track, or a link of our own kind says, on one line; null where there is none of it. */
export function sharedTextOf(search: URLSearchParams): string | null {
  const parts = PARAMETERS.map((name) => search.get(name)?.trim()).filter(Boolean);
  return parts.length > 0 ? parts.join(' ').replace(/\s+/g, ' ') : null;
}
