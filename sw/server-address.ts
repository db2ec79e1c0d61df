declare global {
  interface ImportMeta {
    env: { API_BASE: string };
  }
}

/** Where a path of the server is: here, or where the build was told that the server is (API_BASE). */
export const serverAddress = (path: string): URL =>
  new URL(import.meta.env.API_BASE.replace(/\/+$/, '') + path, location.origin);
