/** The server must call nothing else. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  return services.some((service) => {
    const [scheme = '', host = ''] = service.split('://');
    if (url.protocol !== `${scheme}:`) return false;
    return host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host;
  });
}
