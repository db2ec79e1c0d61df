export const permissionsPolicy = (path = '/'): string =>
  `camera=(self), microphone=(), geolocation=(${/^\/courier(?:\/|$)/i.test(path) ? 'self' : ''})`;
