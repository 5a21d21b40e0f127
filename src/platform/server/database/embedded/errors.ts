/** The data directory is already open, in another process or in this one. */
export class DataDirectoryInUse extends Error {
  readonly directory: string;
  /** Process id of the holder, if it could be read. */
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

/** SQLSTATEs of an unavailable embedded database, the same that a PostgreSQL server would send. */
const unavailable = {
  /** A query was terminated at its deadline. */
  deadline: '57014',
  /** The database stopped during the query; whether a COMMIT succeeded is unknown. */
  stopped: '57P02',
  /** The database is starting, or its one connection is in use. */
  notNow: '57P03',
  /** The database was shut down. */
  closed: '57P01',
} as const;

/** The database is unavailable, which the API answers with 503. `code` is a SQLSTATE. */
export class DatabaseUnavailable extends Error {
  readonly code: string;

  constructor(reason: keyof typeof unavailable, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnavailable';
    this.code = unavailable[reason];
  }
}
