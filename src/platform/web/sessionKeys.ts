/** Where the browser keeps the token of the session. */
export const SESSION_TOKEN = 'auth_token';
