/** Types that a server process and its child processes share. */

/** The work of a module that runs in a child process; the module exports it as `work`. */
export type ChildWork<Input, Message, Request = never> = (
  input: Input,
  /** Sends a message to the server. */
  send: (message: Message) => Promise<void>,
  /** Sends a request to the server. @returns its reply */
  request: (request: Request) => Promise<unknown>,
) => Promise<void>;

/** From the process to the server. */
export type ChildMessage =
  | { type: 'message'; message: object }
  | { type: 'request'; id: number; request: object }
  | { type: 'error'; error: PlainError }
  | { type: 'done' };

/** From the server to the process, after its input. */
export interface ChildReply {
  id: number;
  reply: unknown;
}

/** An error that can be cloned, with what the log needs. */
export interface PlainError {
  name: string;
  message: string;
  stack?: string | undefined;
  code?: string | undefined;
  cause?: PlainError | undefined;
}

export function toPlainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: `Not an error: ${typeof error}` };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name, message, stack, code, cause: cause instanceof Error ? toPlainError(cause) : undefined };
}

export function fromPlainError({ message, cause, ...rest }: PlainError): Error {
  return Object.assign(new Error(message, cause && { cause: fromPlainError(cause) }), rest);
}
