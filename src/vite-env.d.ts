/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly BUILD_YEAR: string;
  readonly API_BASE?: string;
  readonly IMAGE_HOST?: string;
  readonly IMAGE_CLOUD?: string;
  readonly IMAGE_PRESET?: string;
  readonly COUNTRIES_URL?: string;
}

/** Missing from TypeScript's library. */
interface Window {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): { toString(): string } };
  };
}
