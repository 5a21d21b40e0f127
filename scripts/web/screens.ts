/** What runs before anything else; it must bring nothing along. */
export const AHEAD = 'src/app/web/ahead.ts';
/** The files with which the first screens begin; everything that they import comes along before anything shows. */
export const START = 'src/app/web/main.tsx';
export const SIGNED_IN = ['src/app/web/shell/Shell.tsx', 'src/app/web/home/HomePage.tsx'];
export const SIGNED_OUT = ['src/features/auth/web/LandingPage.tsx'];
