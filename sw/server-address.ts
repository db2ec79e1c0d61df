declare global {
  interface ImportMeta {
    env: { API_BASE: string };
  }
}

/** The URL of a server path: on this origin, or on the one set at build time (API_BASE). */
export const serverAddress = (path: string): URL =>
  new URL(import.meta.env.API_BASE.replace(/\/+$/, '') + path, location.origin);
