/** What a server process and its child processes exchange. */

/** The work of a module that runs in a child process; the module exports it as `work`. */
export type ChildWork<Input, Message> = (
  input: Input,
  /** Sends a message to the server. */
  send: (message: Message) => Promise<void>,
) => Promise<void>;

export type ChildMessage =
  | { type: 'message'; message: object }
  | { type: 'error'; error: PlainError }
  | { type: 'done' };

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
