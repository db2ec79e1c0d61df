import bowser from 'bowser';

export function deviceName(userAgent: string): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = bowser.parse(userAgent);
  if (!browser.name) return 'Unknown device';
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
