/** The phone number of the desk, which couriers call; null if the brand gives none. */
export const deskPhone = (): string | null => import.meta.env.SITE_PHONE || null;
