/** Returns what a page's Permissions-Policy allows: the camera, and to couriers where they are. */
export const permissionsPolicy = (path = '/'): string =>
  `camera=(self), microphone=(), geolocation=(${/^\/courier(?:\/|$)/i.test(path) ? 'self' : ''})`;
