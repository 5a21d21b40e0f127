/** One row of an administrative query, with values as PGlite parses them. */
export type Row = Record<string, unknown>;

/** What the worker thread is started with. */
export interface WorkerTask {
  /** The PostgreSQL cluster's own directory. */
  cluster: string;
  /** Shared with the main thread, see `counter`. */
  counters: SharedArrayBuffer;
}

/** Places in the shared counters, each an Int32. */
export const counter = { progress: 0, running: 1, diskSyncs: 2, size: 3 } as const;

/** What the main thread asks. Each request is answered once, under its id. */
export type Request =
  | { kind: 'session'; id: number }
  | { kind: 'bytes'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'ask'; id: number; sql: string }
  | { kind: 'close'; id: number };

/** Messages of the worker: a response, or that the database is lost. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; bytes?: Uint8Array<ArrayBuffer>; rows?: Row[] }
  | { kind: 'refused'; id: number; message: string; code: string | undefined }
  | { kind: 'lost'; message: string };
