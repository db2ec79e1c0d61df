/** A tracking ID whose check character is right, as whatever reads IDs out of texts and codes wants it. */
export const VALID_ID = 'W48207K159X1';
