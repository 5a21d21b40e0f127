/** What may be a profile picture; both halves know it. */

/** Largest picture, in bytes: 5 MB. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** The message for a larger one. */
export const PICTURE_TOO_LARGE = 'Image must be smaller than 5MB';

/** The message for any other type. */
export const NOT_A_PICTURE = 'Please select a valid image file';

/** What is taken. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
