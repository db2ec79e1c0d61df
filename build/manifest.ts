import type { ManifestOptions } from 'vite-plugin-pwa';
import { paths } from '../src/domain/paths.ts';

export const manifest = (name: string): Partial<ManifestOptions> => ({
  id: '/',
  name,
  short_name: name,
  description: 'Track a shipment by its ID, and send, receive and manage parcels.',
  lang: 'en',
  dir: 'ltr',
  start_url: paths.start,
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  launch_handler: { client_mode: 'focus-existing' },
  theme_color: '#ffffff',
  background_color: '#f4f5f2',
  categories: ['business', 'productivity', 'shopping'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'monochrome' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  screenshots: [
    {
      src: '/screenshots/track-phone.webp',
      sizes: '780x1688',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'Track a shipment',
    },
    {
      src: '/screenshots/details-phone.webp',
      sizes: '780x1688',
      type: 'image/webp',
      form_factor: 'narrow',
      label: 'The timeline of a shipment',
    },
    {
      src: '/screenshots/manage-desktop.webp',
      sizes: '1440x900',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'Manage a shipment',
    },
  ],
  // /track finds the tracking ID in shared text and links.
  share_target: {
    action: '/track',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  protocol_handlers: [{ protocol: 'web+waybill', url: '/track?text=%s' }],
  shortcuts: [
    {
      name: 'Track a shipment',
      short_name: 'Track',
      url: '/track',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'My run',
      short_name: 'My run',
      url: '/courier',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'Create a shipment',
      short_name: 'Create',
      url: '/manager/shipments/create',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
});
