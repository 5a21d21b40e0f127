/** One row of an administrative query, with values as PGlite parses them. */
export type Row = Record<string, unknown>;

/** Data with which the worker thread is started. */
export interface WorkerTask {
  /** The PostgreSQL cluster's own directory. */
  cluster: string;
  /** Shared with the main thread, see `counter`. */
  counters: SharedArrayBuffer;
}

/** Positions in the shared counters, each an Int32. */
export const counter = { progress: 0, running: 1, diskSyncs: 2, size: 3 } as const;

/** Requests of the main thread. The worker responds once to each, with its id. */
export type Request =
  | { kind: 'resetSession'; id: number }
  | { kind: 'bytes'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'run'; id: number; sql: string }
  | { kind: 'close'; id: number };

/** Messages of the worker: a response, or that the database is lost. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'result'; id: number; bytes?: Uint8Array<ArrayBuffer>; rows?: Row[] }
  | { kind: 'error'; id: number; message: string; code: string | undefined }
  | { kind: 'lost'; message: string };
