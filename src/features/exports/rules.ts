/** Finished exports are deleted after so many days. */
export const EXPORT_DAYS = 7;

/** The topic of changes to exports and their progress. */
export const EXPORTS_TOPIC = 'exports';
