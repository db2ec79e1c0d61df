/**
 * Every lucide icon the app draws, and no other: UnoCSS puts exactly these into the stylesheet (uno.config.ts), and
 * `Icon` accepts no other name. Add a name here to use it; https://lucide.dev/icons has them all.
 */
export const ICON_NAMES = [
  ...[
    'arrow-down-left',
    'arrow-left',
    'arrow-right',
    'arrow-up-right',
    'ban',
    'banknote',
    'bell',
    'calendar',
    'camera',
  ],
  ...['check', 'chevron-down', 'chevron-left', 'chevron-right', 'circle-alert', 'circle-check', 'circle-x', 'clock'],
  ...['cloud-off', 'copy', 'download', 'ellipsis', 'external-link', 'eye', 'eye-off', 'file-text', 'house', 'image'],
  ...['image-off', 'image-plus', 'inbox', 'info', 'key-round', 'landmark', 'link', 'loader-circle', 'lock', 'log-in'],
  ...['log-out', 'mail', 'mail-check', 'map-pin', 'map-pin-plus', 'menu', 'minus', 'octagon-x', 'package'],
  ...['package-check', 'package-open', 'package-plus', 'package-search', 'pencil', 'phone', 'plus', 'printer'],
  ...['qr-code', 'receipt-text', 'refresh-cw', 'rotate-ccw', 'route', 'scan-line', 'search', 'send', 'settings'],
  ...[
    'share-2',
    'shield-check',
    'trash-2',
    'triangle-alert',
    'truck',
    'upload',
    'user',
    'user-plus',
    'users',
    'wallet',
  ],
  ...['warehouse', 'wifi-off', 'x'],
] as const;

export type IconName = (typeof ICON_NAMES)[number];
