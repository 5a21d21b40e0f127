/** The files accepted as a profile picture; shared by browser and server. */

/** Largest picture, in bytes: less than 5 MB. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024 - 1;

/** The message for a larger picture. */
export const PICTURE_TOO_LARGE = 'Image must be smaller than 5MB';

/** The message for any other type. */
export const NOT_A_PICTURE = 'Please select a valid image file';

/** The accepted types. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
