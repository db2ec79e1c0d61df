/** Returns the home URL: host and port, without the first of three or more labels. */
export function homeUrl(location: { protocol: string; hostname: string; host: string }): string {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  const labels = location.host.split('.');
  const host = labels.length >= 3 && !isAddress ? labels.slice(1).join('.') : location.host;
  return `${location.protocol}//${host}`;
}
