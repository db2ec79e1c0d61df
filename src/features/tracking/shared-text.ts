/** Parameters of the manifest's share target and of our own links to /track. */
const PARAMETERS = ['url', 'text', 'title'];

export function getSharedText(search: URLSearchParams): string | null {
  const parts = PARAMETERS.map((name) => search.get(name)?.trim()).filter(Boolean);
  return parts.length > 0 ? parts.join(' ').replace(/\s+/g, ' ') : null;
}
