/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly SITE_NAME?: string;
  readonly SITE_DOMAIN?: string;
  readonly API_BASE?: string;
  readonly IMAGE_HOST?: string;
  readonly IMAGE_CLOUD?: string;
  readonly IMAGE_PRESET?: string;
  readonly COUNTRIES_URL?: string;
}
