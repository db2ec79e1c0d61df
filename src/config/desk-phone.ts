/** Null if the brand gives none. */
export const deskPhone = (): string | null => import.meta.env.SITE_PHONE || null;
