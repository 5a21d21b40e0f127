/** The response header that names the release of the web app that the server has. */
export const RELEASE_HEADER = 'x-web-release';
