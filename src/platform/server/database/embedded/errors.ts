/** Another process, or another part of this one, already has the data directory open. */
export class DataDirectoryInUse extends Error {
  readonly directory: string;
  /** Process id of the holder, where it could be read. */
  readonly holder: number | undefined;

  constructor(directory: string, holder: number | undefined) {
    const who = holder === undefined ? 'another process' : `process ${holder}`;
    super(
      `The database in ${directory} is already open in ${who}. Stop it, or choose another data directory.`,
    );
    this.name = 'DataDirectoryInUse';
    this.directory = directory;
    this.holder = holder;
  }
}

/** SQLSTATE of each way the embedded database can be away, the same that a PostgreSQL server would send. */
export const unavailable = {
  /** A query ran past its deadline and was ended. */
  deadline: '57014',
  /** The database stopped during the query; whether a COMMIT got through is not known. */
  stopped: '57P02',
  /** The database is starting, or its one connection is taken: try again. */
  notNow: '57P03',
  /** It was closed on purpose. */
  closed: '57P01',
} as const;

/** The database cannot answer now. Callers answer 503; `code` is a SQLSTATE. */
export class DatabaseUnavailable extends Error {
  readonly code: string;

  constructor(reason: keyof typeof unavailable, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnavailable';
    this.code = unavailable[reason];
  }
}
