/**
 * The page sets this cookie when it logs out, and removes it once the server has answered. It cannot remove the read
 * cookie, which is HttpOnly; the server ignores the read cookie while this one is present.
 */
export const LOGOUT_COOKIE = 'quarterhour_logout';
