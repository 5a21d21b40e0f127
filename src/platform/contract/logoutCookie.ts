/**
 * The page sets this cookie when it logs out, and removes it once the server has answered. It cannot remove the read
 * cookie, which is HttpOnly; the server does not accept that one beside this one.
 */
export const LOGOUT_COOKIE = 'quarterhour_logout';
